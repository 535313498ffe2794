import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newPasswordMember } from '../../../src/api/body-members.ts';
import { loggedInAdmin } from '../../support/admin.ts';
import type { Answer } from '../../support/client.ts';
import { ROUTES } from '../../support/routes.ts';
import { sharedService } from '../../support/scenarios.ts';
import { loggedIn, newestToken, registration, resetToken, type Service } from '../../support/service.ts';

const COMMON = 'Password1';
const GOOD = 'Analytical-7-otters';
const STRICT = { prefer: 'respond-async, handling="strict"' };

interface Request {
  readonly token?: string;
  readonly body: object;
}

/** A request of each operation by which a password is chosen, ready to be sent. */
const CHOOSING: Readonly<Record<string, (service: Service, password: string) => Promise<Request>>> = {
  'POST /api/register': async (_service, password) => ({ body: registration({ password }) }),
  'POST /api/reset-password': async (service, password) => {
    const { email } = await loggedIn(service);
    return { token: await resetToken(service, email), body: { new_password: password } };
  },
  'POST /api/change-password': async (service, password) => {
    const { accessToken: token, password: current_password } = await loggedIn(service);
    return { token, body: { current_password, new_password: password } };
  },
  'POST /api/invitation/accept': async (service, password) => {
    const { accessToken: token } = await loggedInAdmin(service);
    const { password: _none, ...body } = registration();
    assert.equal((await service.request('POST', '/api/admin/users', { token, body })).status, 201);
    return { token: await newestToken(service, body.email, '/invitation'), body: { new_password: password } };
  },
};

const warningOf = ({ headers }: Answer) => headers.get('x-password-warning');
const refusalOf = ({ status, headers }: Answer) => [
  status,
  ...['code', 'reason', 'field'].map((name) => headers.get(`x-error-${name}`)),
];

describe('a password that is easy to guess', () => {
  const service = sharedService('sqlite');
  const hardened = sharedService('sqlite', { PROFILE: 'hardened' });

  it('is looked for wherever one is chosen', () => {
    const names = ROUTES.map(({ method, path, operation }) => ({ name: `${method} ${path}`, ...operation }));
    const declared = names.filter(({ choosesPassword }) => choosesPassword).map(({ name }) => name);
    const taking = names.filter(({ body }) => Object.values(body?.properties ?? {}).includes(newPasswordMember));
    assert.deepEqual(declared.sort(), Object.keys(CHOOSING).sort());
    assert.deepEqual(taking.map(({ name }) => name).sort(), declared);
  });

  for (const [name, prepare] of Object.entries(CHOOSING)) {
    const [method = '', path = ''] = name.split(' ');

    it(`is warned of by ${name}, and refused where the client prefers that`, async () => {
      const { token, body } = await prepare(service(), COMMON);
      const field = name === 'POST /api/register' ? 'password' : 'new_password';
      const refused = await service().request(method, path, { token, body, headers: STRICT });
      assert.deepEqual(refusalOf(refused), [400, 'weak_password', 'too_common', field]);
      const accepted = await service().request(method, path, { token, body, headers: { prefer: 'handling=lenient' } });
      assert.deepEqual([accepted.status < 300, warningOf(accepted)], [true, 'too_common'], accepted.text);

      const good = await prepare(service(), GOOD);
      const { token: other, body: better } = good;
      const fine = await service().request(method, path, { token: other, body: better, headers: STRICT });
      assert.deepEqual([fine.status < 300, warningOf(fine)], [true, null], fine.text);
    });

    it(`is refused by ${name} in the hardened profile, whatever the client prefers`, async () => {
      const { token, body } = await prepare(hardened(), COMMON);
      const refused = await hardened().request(method, path, { token, body, headers: { prefer: 'handling=lenient' } });
      assert.deepEqual(refusalOf(refused).slice(0, 3), [400, 'weak_password', 'too_common']);
    });
  }

  it('is not spoken of where the current password is wrong', async () => {
    const { accessToken: token } = await loggedIn(service());
    const body = { current_password: 'Wrong1234', new_password: COMMON };
    const answer = await service().request('POST', '/api/change-password', { token, body, headers: STRICT });
    assert.deepEqual(refusalOf(answer), [401, 'wrong_current_password', null, 'current_password']);
  });
});
