import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleValue } from '../../../src/api/openapi/example-values.ts';
import { loggedInAdmin } from '../../support/admin.ts';
import { ROUTES } from '../../support/routes.ts';
import { sharedService } from '../../support/scenarios.ts';
import { EVERY_FEATURE, loggedIn, registration } from '../../support/service.ts';

const bodiesOf = (isAdmin: boolean) =>
  ROUTES.flatMap(({ method, path, operation: { body, admin } }) =>
    body && (admin !== undefined) === isAdmin ? [{ method, path, body }] : [],
  );

describe('a member of a body that the operation does not declare', () => {
  const service = sharedService('sqlite', EVERY_FEATURE);

  it('is refused by every operation of the administration, which names it', async () => {
    const { accessToken: token } = await loggedInAdmin(service());
    const { id } = await loggedIn(service());
    const changing = bodiesOf(true);
    assert.ok(changing.length >= 6);
    for (const { method, path, body } of changing) {
      const sent = { ...(exampleValue(body) as object), pasword: 'Secret123' };
      const { status, headers } = await service().request(
        method,
        path.replace(':id', String(id)).replace(':step', 'brand'),
        {
          token,
          body: sent,
        },
      );
      const answer = [status, headers.get('x-error-code'), headers.get('x-error-field')];
      assert.deepEqual(answer, [400, 'unknown_field', 'pasword'], `${method} ${path}`);
    }
  });

  it('is ignored by all other operations', async () => {
    const body = registration({ admin: true });
    assert.equal((await service().request('POST', '/api/register', { body })).status, 201);
    const { accessToken: token } = await loggedIn(service());
    for (const { method, path } of bodiesOf(false)) {
      const { headers } = await service().request(method, path, { token, body: { pasword: 'Secret123' } });
      assert.notEqual(headers.get('x-error-code'), 'unknown_field', `${method} ${path}`);
    }
  });
});
