import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { suspend } from '../../support/operator.ts';
import { runScenarios, type Scenario, sharedService } from '../../support/scenarios.ts';
import { claimsOf, itWithOneSession, logIn, registered, type Service, verified } from '../../support/service.ts';

const REQUIRED = 'Email and password are required';
const given = (service: Service) => verified(service);
type Given = Awaited<ReturnType<typeof given>>;

const sent = (name: string, body: (given: Given) => unknown, status: number, message: string): Scenario<Given> => ({
  name,
  changesNothing: true,
  when: (account) => ({ body: body(account) }),
  status,
  message,
});

const STEPS: Scenario<Given>[] = [
  sent('not JSON', () => '{', 400, 'Invalid JSON format'),
  sent(
    'not UTF-8',
    ({ email }) => Buffer.from(`{"email":"${email}","password":"Caf\xe9-1234"}`, 'latin1'),
    400,
    'Invalid JSON format',
  ),
  sent('1. no body', () => undefined, 400, REQUIRED),
  sent('1. an empty object', () => ({}), 400, REQUIRED),
  sent('1. no e-mail', ({ password }) => ({ password }), 400, REQUIRED),
  sent('1. a blank e-mail', ({ password }) => ({ email: ' ', password }), 400, REQUIRED),
  sent('1. no password', ({ email }) => ({ email }), 400, REQUIRED),
  sent('1. password null', ({ email }) => ({ email, password: null }), 400, REQUIRED),
  sent('an object for the e-mail', ({ password }) => ({ email: {}, password }), 400, 'email must be a string'),
  sent(
    'a NUL in the e-mail',
    ({ password }) => ({ email: 'a\0@b.c', password }),
    400,
    'email contains characters that are not allowed',
  ),
  sent(
    '2. an unknown e-mail',
    ({ password }) => ({ email: 'nobody@example.com', password }),
    401,
    'Invalid credentials',
  ),
  sent('2. not an e-mail', ({ password }) => ({ email: 'nobody', password }), 401, 'Invalid credentials'),
  sent('2. a wrong password', ({ email }) => ({ email, password: 'Wrong1234' }), 401, 'Invalid credentials'),
  sent(
    '2. a password with a blank too many',
    ({ email, password }) => ({ email, password: `${password} ` }),
    401,
    'Invalid credentials',
  ),
  {
    name: '3. not verified yet',
    needsNothing: true,
    when: async (_given, service) => {
      const { email, password } = await registered(service);
      return { body: { email, password } };
    },
    status: 403,
    message: 'Account is INACTIVE',
  },
  {
    name: '3. suspended',
    when: async ({ email, password }, service) => {
      await suspend(service, email);
      return { body: { email, password } };
    },
    status: 403,
    message: 'Account is SUSPENDED',
  },
  {
    name: '2 before 3: a wrong password never tells the status',
    needsNothing: true,
    when: async (_given, service) => ({ body: { email: (await registered(service)).email, password: 'Wrong1234' } }),
    status: 401,
    message: 'Invalid credentials',
  },
  {
    name: '5. e-mail in other letters, with blanks',
    when: ({ email, password }) => ({ body: { email: ` ${email.toUpperCase()} `, password } }),
    status: 200,
    message: 'Login successful',
    data: (data: unknown, { id, email, phoneNumber }: Given) => {
      const { user, access_token, refresh_token, ...rest } = data as Record<string, unknown>;
      assert.deepEqual(rest, {});
      assert.match(String(access_token), /^[\w-]+\.[\w-]+\.[\w-]+$/);
      assert.equal(Buffer.from(String(refresh_token), 'base64url').length, 32);
      assert.deepEqual(user, {
        id,
        full_name: 'Ada Lovelace',
        email,
        industry: 'Computing',
        phone_number: phoneNumber,
        role: 'USER',
        account_status: 'ACTIVE',
      });
    },
  },
];

describeOnBothDatabases('POST /api/login', (kind) => {
  const service = sharedService(kind);
  runScenarios(service, ['POST', '/api/login'], given, STEPS);

  itWithOneSession('4. a new login ends the session before it', async () => {
    const account = await verified(service());
    const first = (await logIn(service(), account)).data.refresh_token;
    const second = (await logIn(service(), account)).data.refresh_token;
    const refresh = (token: string) => service().request('POST', '/api/refresh', { body: { refresh_token: token } });
    assert.equal((await refresh(first)).status, 401);
    assert.equal((await refresh(second)).status, 200);
  });

  it('5. the access token carries the claims that were promised, and lives 15 minutes', async () => {
    const account = await verified(service());
    const { data } = await logIn(service(), account);
    const { sid, amr, auth_time, ...claims } = claimsOf(data.access_token);
    assert.deepEqual(Object.keys(claims).sort(), ['exp', 'iat', 'iss', 'jti', 'purpose', 'sub']);
    const [session] = await service().db.all('SELECT id, authenticated_at FROM refresh_tokens WHERE user_id = $1', [
      account.id,
    ]);
    assert.deepEqual(
      { sid, amr, auth_time },
      { sid: session?.id, amr: ['pwd'], auth_time: Math.floor(Number(session?.authenticated_at) / 1000) },
    );
    assert.equal(claims.sub, String(account.id));
    assert.equal(claims.purpose, 'auth');
    assert.equal(claims.exp - claims.iat, 15 * 60);
    const me = () => service().request('GET', '/api/me', { token: data.access_token });
    assert.equal((await me()).status, 200);
    await service().clock.advance(15 * 60_000);
    assert.equal((await me()).message, 'Invalid or expired token');
  });

  it('one password in two Unicode spellings is one password, and nothing of a long one is cut off', async () => {
    const composed = `Caf\u00e9${'x'.repeat(200)}1`;
    const account = await verified(service(), { password: composed });
    await logIn(service(), { ...account, password: composed.normalize('NFD') });
    const shorter = await service().request('POST', '/api/login', {
      body: { email: account.email, password: `${composed.slice(0, -1)}2` },
    });
    assert.equal(shorter.status, 401);
  });

  it('letters that only look alike are not one password', async () => {
    // NFKC would make one of each pair; NFC, which the interface of passwords is held to, does not.
    const pairs = [
      ['A\ufb01nity-12', 'Afinity-12'],
      ['\uff21nalytical1', 'Analytical1'],
      ['Analytical\u00b21', 'Analytical21'],
    ] as const;
    for (const [password, other] of pairs) {
      const { email } = await verified(service(), { password });
      await logIn(service(), { email, password });
      const answer = await service().request('POST', '/api/login', { body: { email, password: other } });
      assert.equal(answer.status, 401, other);
    }
  });
});
