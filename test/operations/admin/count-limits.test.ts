import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MAX_API_KEYS } from '../../../src/features/api-keys/table.ts';
import { MAX_CLIENTS } from '../../../src/features/openid/clients/client-table.ts';
import { loggedInAdmin } from '../../support/admin.ts';
import { describeWhereDatabasesDiffer } from '../../support/databases.ts';
import { newClient } from '../../support/openid-clients.ts';
import { sharedService } from '../../support/scenarios.ts';
import type { Session } from '../../support/service.ts';

const LIMITS = [
  {
    path: '/api/admin/api-keys',
    code: 'too_many_api_keys',
    most: MAX_API_KEYS,
    one: { name: 'One more', scopes: ['users:read'], days: 1 },
    insert: `INSERT INTO api_keys (id, name, value_hash, scopes, networks, created_at, expires_at)
      VALUES ($1, 'One of many', $1, 'users:read', '', now(), now())`,
  },
  {
    path: '/api/admin/clients',
    code: 'too_many_clients',
    most: MAX_CLIENTS,
    one: newClient(),
    insert: `INSERT INTO openid_clients (id, name, confidential, redirect_uris, post_logout_redirect_uris,
      native, first_party, scopes, pairwise, created_at)
      VALUES ($1, 'One of many', 0, '[]', '[]', 0, 0, 'openid', 0, now())`,
  },
] as const;

/** Several, because the requests of one administrator wait for each other anyway. */
const ADMINS = 6;

describeWhereDatabasesDiffer('what administrators add', (kind) => {
  const service = sharedService(kind, { OPENID: 'on' });

  it('is never more than can be listed, also when several add the last one at the same moment', async () => {
    const admins: Session[] = [];
    while (admins.length < ADMINS) admins.push(await loggedInAdmin(service()));
    const token = admins[0]?.accessToken ?? '';
    for (const { path, code, most, one, insert } of LIMITS) {
      await service().db.batch(Array.from({ length: most - 1 }, (_, at) => ({ sql: insert, params: [`many-${at}`] })));
      for (const round of [1, 2, 3]) {
        const answers = await Promise.all(
          admins.map(({ accessToken }) => service().request('POST', path, { token: accessToken, body: one })),
        );
        const outcomes = answers.map(({ status, headers }) => headers.get('x-error-code') ?? status).sort();
        assert.deepEqual(outcomes, [201, ...Array(ADMINS - 1).fill(code)], `${path}, round ${round}`);
        assert.equal((await service().request('GET', path, { token })).data.length, most);
        assert.equal((await service().request('DELETE', `${path}/many-${round}`, { token })).status, 200);
      }
    }
  });
});
