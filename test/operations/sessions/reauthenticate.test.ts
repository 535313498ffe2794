import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bearerScenarios, forgeToken } from '../../support/bearer-scenarios.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { removeUser, suspend } from '../../support/operator.ts';
import { runScenarios, type Scenario, sharedService } from '../../support/scenarios.ts';
import { claimsOf, loggedIn, logIn, resetToken, type Service } from '../../support/service.ts';

const INVALID = 'Invalid or expired token';
const REQUIRED = 'Password is required';
const WRONG = 'Current password is incorrect';
const TOO_MANY = 'Too many failed attempts. Please try again later.';

const given = (service: Service) => loggedIn(service);
type Given = Awaited<ReturnType<typeof given>>;

const refresh = (service: Service, refresh_token: string) =>
  service.request('POST', '/api/refresh', { body: { refresh_token } });
const logOut = (service: Service, refresh_token: string) =>
  service.request('POST', '/api/logout', { body: { refresh_token } });
const sessionsOf = ({ db }: Service, id: number) => db.all('SELECT * FROM refresh_tokens WHERE user_id = $1', [id]);

const refused = (name: string, body: (given: Given) => unknown, message: string, status = 400): Scenario<Given> => ({
  name,
  changesNothing: true,
  when: (session) => ({ token: session.accessToken, body: body(session) }),
  status,
  message,
  and: async (service, { refreshToken }) => assert.equal((await refresh(service, refreshToken)).status, 200),
});

/** The token is in order, and its session is not; the body is broken too. */
const ended = (name: string, token: (given: Given, service: Service) => Promise<string>): Scenario<Given> => ({
  name: `4. ${name}, whatever the body`,
  when: async (session, service) => ({ token: await token(session, service), body: '{' }),
  status: 401,
  message: INVALID,
});

const STEPS: Scenario<Given>[] = [
  ...bearerScenarios<Given>({ wrongPurpose: 401 }),
  {
    name: '1. a reset token',
    when: async ({ email }, service) => ({ token: await resetToken(service, email), body: '{' }),
    status: 401,
    message: 'Invalid token purpose',
  },
  {
    name: '2. a user that is gone, whatever the body',
    when: async ({ id, accessToken: token }, service) => {
      await removeUser(service, id);
      return { token, body: '{' };
    },
    status: 404,
    message: 'User not found',
  },
  {
    name: '3 before 4: a suspended account, whose sessions have ended, whatever the body',
    when: async ({ email, accessToken: token }, service) => {
      await suspend(service, email);
      return { token, body: '{' };
    },
    status: 403,
    message: 'Account is SUSPENDED',
  },
  ended('a session that was logged out', async ({ accessToken, refreshToken }, service) => {
    await logOut(service, refreshToken);
    return accessToken;
  }),
  ended('a session that a login elsewhere has ended', async (account, service) => {
    await logIn(service, account);
    return account.accessToken;
  }),
  ended('a session that has expired', async ({ id, accessToken }, service) => {
    // No access token lives as long as a session unless ACCESS_TOKEN_TTL says so; this one does.
    const token = await forgeToken({ sub: String(id), purpose: 'auth', sid: claimsOf(accessToken).sid });
    await service.clock.advance(7 * 86_400_000);
    return token;
  }),
  ended('the session of somebody else', async ({ id }, service) => {
    const { sid } = claimsOf((await loggedIn(service)).accessToken);
    return forgeToken({ sub: String(id), purpose: 'auth', sid });
  }),
  ended('a token of the version before, which names no session', ({ id }) =>
    forgeToken({ sub: String(id), purpose: 'auth' }),
  ),
  refused('not JSON', () => '{', 'Invalid JSON format'),
  refused('an array', ({ password }) => ({ password: [password] }), 'password must be a string'),
  refused('5. no body', () => undefined, REQUIRED),
  refused('5. null', () => ({ password: null }), REQUIRED),
  refused('5. an empty password', () => ({ password: '' }), REQUIRED),
  refused('6. a wrong password', () => ({ password: 'Wrong1234' }), WRONG, 401),
  refused('6. a password with a blank', ({ password }) => ({ password: `${password} ` }), WRONG, 401),
  {
    name: '7. the password',
    when: ({ accessToken: token, password }) => ({ token, body: { password } }),
    status: 200,
    message: 'Confirmed',
    data: (data: unknown) => assert.deepEqual(Object.keys(data as object), ['access_token']),
  },
];

describeOnBothDatabases('POST /api/reauthenticate', (kind) => {
  const service = sharedService(kind);
  runScenarios(service, ['POST', '/api/reauthenticate'], given, STEPS);

  it('7. gives a token with the time of now, and leaves the session as it was', async () => {
    const { id, password, accessToken: token, refreshToken } = await loggedIn(service());
    const before = await sessionsOf(service(), id);
    await service().clock.advance(14 * 60_000);
    const { data } = await service().request('POST', '/api/reauthenticate', { token, body: { password } });
    const [first, fresh] = [claimsOf(token), claimsOf(data.access_token)];
    assert.deepEqual([fresh.sid, fresh.amr, fresh.sub, fresh.purpose], [first.sid, ['pwd'], String(id), 'auth']);
    assert.ok(Number(fresh.auth_time) >= Number(first.auth_time) + 14 * 60);
    assert.equal(fresh.exp - fresh.iat, 15 * 60);
    assert.equal((await service().request('GET', '/api/me', { token: data.access_token })).status, 200);
    assert.deepEqual(await sessionsOf(service(), id), before);
    // A stolen copy of the refresh token must not become recent with it.
    const refreshed = (await refresh(service(), refreshToken)).data.access_token;
    assert.equal(claimsOf(refreshed).auth_time, first.auth_time);
  });

  it('6. names the member at fault', async () => {
    const { accessToken: token } = await loggedIn(service());
    const { headers } = await service().request('POST', '/api/reauthenticate', { token, body: { password: 'x' } });
    assert.deepEqual(
      [headers.get('x-error-code'), headers.get('x-error-field')],
      ['wrong_current_password', 'password'],
    );
  });
});

describeOnBothDatabases('POST /api/reauthenticate, guessed at', (kind) => {
  const service = sharedService(kind, { MAX_FAILED_LOGINS: '2' });

  it('6. shares the budget of login: 5 before 429, 429 before 6, and the right password gains nothing', async () => {
    const { email, password, accessToken: token } = await loggedIn(service());
    const guess = (body: object) => service().request('POST', '/api/reauthenticate', { token, body });
    const logInWith = (word: string) => service().request('POST', '/api/login', { body: { email, password: word } });
    assert.equal((await logInWith('Wrong1234')).status, 401);
    assert.equal((await guess({ password: 'Wrong1234' })).message, WRONG);
    assert.equal((await guess({ password: 'Wrong1234' })).message, TOO_MANY);
    const right = await guess({ password });
    assert.deepEqual([right.status, right.message], [429, TOO_MANY]);
    assert.match(right.headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal((await logInWith(password)).status, 429);
    assert.equal((await guess({})).message, REQUIRED);
  });
});
