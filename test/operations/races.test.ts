import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Value } from '../../src/store/engine/database.ts';
import { createTestDatabase, describeWhereDatabasesDiffer } from '../support/databases.ts';
import { suspend } from '../support/operator.ts';
import type { RawDatabase } from '../support/raw-database.ts';
import { sharedService } from '../support/scenarios.ts';
import {
  itWithOneSession,
  loggedIn,
  logIn,
  registration,
  resetToken,
  startService,
  verified,
} from '../support/service.ts';

const CLIENTS = 8;
const atOnce = <T>(act: (client: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: CLIENTS }, (_, client) => act(client)));

const count = (statuses: readonly { status: number; message: string | null }[]) => {
  const counts: Record<string, number> = {};
  for (const { status, message } of statuses)
    counts[`${status} ${message}`] = (counts[`${status} ${message}`] ?? 0) + 1;
  return counts;
};

describeWhereDatabasesDiffer(`${CLIENTS} clients at once`, (kind) => {
  const service = sharedService(kind);
  const refreshWith = (refresh_token: string) => service().request('POST', '/api/refresh', { body: { refresh_token } });

  itWithOneSession('log in: one session is left, and it is one of those that were handed out', async () => {
    const account = await verified(service());
    const tokens = await atOnce(async () => (await logIn(service(), account)).data.refresh_token as string);
    assert.equal(new Set(tokens).size, CLIENTS);
    const answers = await Promise.all(tokens.map(refreshWith));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  });

  it('register one e-mail: one 201, the others 409, one verification e-mail', async () => {
    const { email } = registration();
    const answers = await atOnce(() => service().request('POST', '/api/register', { body: registration({ email }) }));
    const { '409 Email already exists': refused, ...created } = count(answers);
    assert.equal(refused, CLIENTS - 1);
    assert.deepEqual(Object.values(created), [1]);
    assert.equal((await service().emailsTo(email)).length, 1);
  });

  it('register one phone number: one 201, the others 409 with the other text', async () => {
    const { phone_number } = registration();
    const answers = await atOnce(() =>
      service().request('POST', '/api/register', { body: registration({ phone_number }) }),
    );
    assert.equal(count(answers)['409 Phone number already exists'], CLIENTS - 1);
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  });

  it('register the same account: the e-mail is what they are told of', async () => {
    const body = registration();
    const answers = await atOnce(() => service().request('POST', '/api/register', { body }));
    assert.equal(count(answers)['409 Email already exists'], CLIENTS - 1);
  });

  it('are told of the e-mail also when the account comes between the looks for it and for the number', async (t) => {
    const database = await createTestDatabase(t, kind);
    const body = registration();
    let isLooking = true;
    const open = (): RawDatabase => {
      const db = database.open();
      return {
        ...db,
        async one<R>(sql: string, params: readonly Value[] = []) {
          if (isLooking && sql.includes('WHERE phone_number = $1')) {
            isLooking = false;
            assert.equal((await own.request('POST', '/api/register', { body })).status, 201);
          }
          return db.one<R>(sql, params);
        },
      };
    };
    const own = await startService(t, kind, {}, { ...database, open });
    const { message } = await own.request('POST', '/api/register', { body });
    assert.equal(message, 'Email already exists');
  });

  it('take one phone number by PUT: one 200, the others 409', async () => {
    const sessions = [];
    for (let i = 0; i < 5; i += 1) sessions.push(await loggedIn(service()));
    const body = { phone_number: registration().phone_number };
    const answers = await Promise.all(
      sessions.map(({ accessToken: token }) => service().request('PUT', '/api/me', { token, body })),
    );
    assert.deepEqual(count(answers), { '200 Profile updated successfully': 1, '409 Phone number already exists': 4 });
  });

  it('use one reset link: one 200, the others 401, and the password is that of the one', async () => {
    const account = await verified(service());
    const token = await resetToken(service(), account.email);
    const passwords = Array.from({ length: CLIENTS }, (_, client) => `Contender${client}`);
    const answers = await Promise.all(
      passwords.map((new_password) =>
        service().request('POST', '/api/reset-password', { token, body: { new_password } }),
      ),
    );
    assert.deepEqual(count(answers), {
      '200 Password reset successful': 1,
      '401 Invalid or expired token': CLIENTS - 1,
    });
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
    await logIn(service(), { ...account, password: winner });
  });

  it('change a password: one 200, the others are told that theirs is not current any more', async () => {
    const { accessToken: token, password } = await loggedIn(service());
    const answers = await atOnce((client) =>
      service().request('POST', '/api/change-password', {
        token,
        body: { current_password: password, new_password: `Contender${client}` },
      }),
    );
    assert.deepEqual(count(answers), {
      '200 Password changed successfully': 1,
      '401 Current password is incorrect': CLIENTS - 1,
    });
  });

  it('verify: all succeed, one of them as the first', async () => {
    const { email } = registration();
    await service().request('POST', '/api/register', { body: registration({ email }) });
    const link = (await service().emailsTo(email))[0]?.text.match(/token=([^&]+)/)?.[1];
    const answers = await atOnce(() => service().request('POST', '/api/verify', { token: link }));
    assert.deepEqual(count(answers), {
      '200 Account verified successfully': 1,
      '200 Account already verified': CLIENTS - 1,
    });
  });

  it('log out of one session: one 200', async () => {
    const { refreshToken: refresh_token } = await loggedIn(service());
    const answers = await atOnce(() => service().request('POST', '/api/logout', { body: { refresh_token } }));
    assert.deepEqual(count(answers), { '200 Logged out successfully': 1, '401 Invalid refresh token': CLIENTS - 1 });
  });

  it('logins that race a password change leave no session of the old password', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { accessToken, ...account } = await loggedIn(service());
      const body = { current_password: account.password, new_password: 'Difference2' };
      const [change, ...logins] = await Promise.all([
        service().request('POST', '/api/change-password', { token: accessToken, body }),
        ...Array.from({ length: 6 }, () => service().request('POST', '/api/login', { body: account })),
      ]);
      assert.equal(change.status, 200);
      for (const login of logins) {
        if (login.status !== 200) assert.equal(login.message, 'Invalid credentials');
        else
          assert.equal((await refreshWith(login.data.refresh_token)).status, 401, 'an old password has a live session');
      }
    }
  });

  it('logins that race a suspension leave no session', async () => {
    for (let round = 0; round < 5; round += 1) {
      const account = await verified(service());
      const [, ...logins] = await Promise.all([
        suspend(service(), account.email),
        ...Array.from({ length: 6 }, () => service().request('POST', '/api/login', { body: account })),
      ]);
      for (const login of logins) {
        if (login.status === 200) assert.equal((await refreshWith(login.data.refresh_token)).status, 401);
        else assert.ok(login.status === 401 || login.status === 403);
      }
    }
  });
});
