import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { suspend } from '../../support/operator.ts';
import { runScenarios, type Scenario, sharedService } from '../../support/scenarios.ts';
import { claimsOf, itWithOneSession, loggedIn, type Service } from '../../support/service.ts';

const INVALID = 'Invalid or expired refresh token';
const given = (service: Service) => loggedIn(service);
type Given = Awaited<ReturnType<typeof given>>;

const sent = (name: string, body: (given: Given) => unknown, status: number, message: string): Scenario<Given> => ({
  name,
  changesNothing: true,
  when: (session) => ({ body: body(session) }),
  status,
  message,
});

const STEPS: Scenario<Given>[] = [
  sent('not JSON', () => '[1', 400, 'Invalid JSON format'),
  sent('1. no body', () => undefined, 400, 'Refresh token is required'),
  sent('1. no token', () => ({}), 400, 'Refresh token is required'),
  sent('1. an empty token', () => ({ refresh_token: '' }), 400, 'Refresh token is required'),
  sent('1. null', () => ({ refresh_token: null }), 400, 'Refresh token is required'),
  sent('an array', ({ refreshToken }) => ({ refresh_token: [refreshToken] }), 400, 'refresh_token must be a string'),
  sent('2. an unknown token', () => ({ refresh_token: 'x' }), 401, INVALID),
  sent('2. an access token', ({ accessToken }) => ({ refresh_token: accessToken }), 401, INVALID),
  {
    name: '2. a token that was logged out',
    when: async ({ refreshToken: refresh_token }, service) => {
      await service.request('POST', '/api/logout', { body: { refresh_token } });
      return { body: { refresh_token } };
    },
    status: 401,
    message: INVALID,
  },
  {
    name: '2. a token whose owner was suspended',
    when: async ({ email, refreshToken: refresh_token }, service) => {
      await suspend(service, email);
      return { body: { refresh_token } };
    },
    status: 401,
    message: INVALID,
  },
  {
    name: '4. a good token',
    when: ({ refreshToken: refresh_token }) => ({ body: { refresh_token } }),
    status: 200,
    message: 'Access token refreshed',
    data: (data: unknown, { id, email, phoneNumber }: Given) => {
      const { access_token, user, ...rest } = data as { access_token: string; user: Record<string, unknown> };
      assert.deepEqual(rest, {});
      const { created_at, updated_at, ...members } = user;
      assert.ok(Date.parse(String(created_at)) <= Date.parse(String(updated_at)));
      assert.equal(JSON.parse(Buffer.from(String(access_token.split('.')[1]), 'base64url').toString()).purpose, 'auth');
      assert.deepEqual(members, {
        id,
        full_name: 'Ada Lovelace',
        email,
        phone_number: phoneNumber,
        industry: 'Computing',
        role: 'USER',
        profile_image_url: null,
        account_status: 'ACTIVE',
      });
    },
  },
];

describeOnBothDatabases('POST /api/refresh', (kind) => {
  const service = sharedService(kind);
  runScenarios(service, ['POST', '/api/refresh'], given, STEPS);

  it('does not rotate: the same token works again, and each access token works', async () => {
    const { refreshToken: refresh_token } = await loggedIn(service());
    for (const _ of [1, 2, 3]) {
      const { data } = await service().request('POST', '/api/refresh', { body: { refresh_token } });
      assert.equal((await service().request('GET', '/api/me', { token: data.access_token })).status, 200);
    }
  });

  it('4. the access token tells how and when its user logged in, not when it was refreshed', async () => {
    const { accessToken, refreshToken: refresh_token } = await loggedIn(service());
    await service().clock.advance(3_600_000);
    const { data } = await service().request('POST', '/api/refresh', { body: { refresh_token } });
    const [first, second] = [claimsOf(accessToken), claimsOf(data.access_token)];
    assert.ok(second.iat >= first.iat + 3600);
    assert.ok(first.sid && first.auth_time);
    assert.deepEqual([second.sid, second.amr, second.auth_time], [first.sid, ['pwd'], first.auth_time]);
  });

  itWithOneSession('2. a token lives seven days, to the moment', async () => {
    const { refreshToken: refresh_token } = await loggedIn(service());
    const refresh = () => service().request('POST', '/api/refresh', { body: { refresh_token } });
    await service().clock.advance(7 * 24 * 3_600_000 - 60_000);
    assert.equal((await refresh()).status, 200);
    await service().clock.advance(60_000);
    assert.equal((await refresh()).message, INVALID);
  });
});

describeOnBothDatabases('POST /api/refresh without the owner', (kind) => {
  const service = sharedService(kind);
  it('3. answers 404 when the owner is gone and the token is not', async () => {
    const { id, refreshToken: refresh_token } = await loggedIn(service());
    // No operation can bring this about: the database's own rule has to be taken away first.
    await orphanToken(service(), id);
    const answer = await service().request('POST', '/api/refresh', { body: { refresh_token } });
    assert.equal(answer.status, 404);
    assert.equal(answer.message, 'User not found');
  });
});

async function orphanToken({ db }: Service, id: number): Promise<void> {
  if (db.kind === 'postgres') {
    await db.one('ALTER TABLE refresh_tokens DROP CONSTRAINT refresh_tokens_user_id_fkey');
  } else {
    await db.one('PRAGMA foreign_keys = OFF');
  }
  await db.one('DELETE FROM outbox');
  await db.one('DELETE FROM users WHERE id = $1', [id]);
}
