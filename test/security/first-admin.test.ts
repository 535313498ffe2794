import assert from 'node:assert/strict';
import { it } from 'node:test';
import { makeAdminLink } from '../../src/administration/admin-links.ts';
import { OPERATOR } from '../../src/cli/framework/operator.ts';
import { usersCommand } from '../../src/cli/users.ts';
import { operatorLogin } from '../../src/core/sign-in/recent-login.ts';
import { deleteExpiredRows } from '../../src/store/tables/delete-expired-rows.ts';
import * as emailChanges from '../../src/store/tables/email-changes.ts';
import * as users from '../../src/store/tables/users.ts';
import { promote } from '../support/admin.ts';
import { addApp } from '../support/authenticator.ts';
import { runCommand } from '../support/command.ts';
import { createTestDatabase, describeOnBothDatabases } from '../support/databases.ts';
import { changeAddress } from '../support/email-change.ts';
import { person, register, sharedTicket } from '../support/identities.ts';
import { SHARED_PROVIDER } from '../support/identity-provider.ts';
import { suspend } from '../support/operator.ts';
import { sharedService } from '../support/scenarios.ts';
import {
  FRONTEND_URL,
  loggedIn,
  logIn,
  newestToken,
  registered,
  registration,
  type Service,
  startService,
  verificationToken,
  verified,
} from '../support/service.ts';

const BOSS = 'boss@example.com';
const SETTING = { FIRST_ADMIN_EMAIL: ' Boss@Example.com' };

const roleOf = async ({ db }: Service, id: number) => (await users.byId(db, id))?.role;
const promotionsOf = ({ db }: Service, id: number) =>
  db.all("SELECT actor FROM audit_events WHERE user_id = $1 AND event = 'role_changed' ORDER BY id", [id]);

describeOnBothDatabases('FIRST_ADMIN_EMAIL', (kind) => {
  it('makes the account an administrator with its verification, once', async (t) => {
    const database = await createTestDatabase(t, kind);
    const service = await startService(t, kind, SETTING, database);
    const other = await verified(service);
    const waiting = await registered(service, { email: BOSS });
    assert.equal(await roleOf(service, waiting.id), 'USER', 'the address is not verified yet');
    await service.request('POST', '/api/verify/decline', { token: await linkOf(service) });

    const { id } = await verified(service, { email: BOSS });
    assert.deepEqual([await roleOf(service, id), await roleOf(service, other.id)], ['ADMIN', 'USER']);
    assert.deepEqual(await promotionsOf(service, id), [{ actor: 'FIRST_ADMIN_EMAIL' }]);

    await usersCommand(service.db, ['demote', BOSS], () => {});
    await service.stop();
    const again = await startService(t, kind, SETTING, database);
    assert.equal(await roleOf(again, id), 'USER', 'somebody who was demoted does not come back');
  });

  it('makes an account that was verified before an administrator at the start, if there is none', async (t) => {
    const database = await createTestDatabase(t, kind);
    const first = await startService(t, kind, {}, database);
    const [boss, other] = [await verified(first, { email: BOSS }), await verified(first)];
    const checked = (await users.byId(first.db, boss.id)) ?? assert.fail('no account');
    await first.db.batch([emailChanges.requestByAdmin(checked, 'of a key', 'thief@example.com')]);
    const pending = ({ db }: Service) => emailChanges.pending(db, boss.id, 3_600_000);
    assert.equal((await pending(first))?.newEmail, 'thief@example.com');
    await first.stop();
    const second = await startService(t, kind, SETTING, database);
    assert.equal(await roleOf(second, boss.id), 'ADMIN');
    assert.deepEqual(await promotionsOf(second, boss.id), [{ actor: 'FIRST_ADMIN_EMAIL' }]);
    assert.equal(await pending(second), undefined, 'a key may not change the address of an administrator');
    await second.stop();
    const third = await startService(t, kind, { FIRST_ADMIN_EMAIL: other.email }, database);
    assert.equal(await roleOf(third, other.id), 'USER', 'there is an administrator');
    const late = await startService(t, kind, { FIRST_ADMIN_EMAIL: 'late@example.com' }, database);
    assert.equal(await roleOf(late, (await verified(late, { email: 'late@example.com' })).id), 'USER');
  });

  it('is worth nothing to a stranger who registers the address before its owner does', async (t) => {
    const service = await startService(t, kind, { ...SETTING, TRUST_PROXY: '127.0.0.1' });
    const at = (address: string) => ({ 'x-forwarded-for': address });
    const body = registration({ email: BOSS, full_name: 'The Boss' });
    await service.request('POST', '/api/register', { body, headers: at('203.0.113.66') });
    // The owner takes it for the own registration.
    const token = await verificationToken(service, BOSS);
    assert.equal((await service.request('POST', '/api/verify', { token, headers: at('198.51.100.1') })).status, 200);
    const { status } = await service.request('POST', '/api/login', { body: { email: BOSS, password: body.password } });
    assert.equal(status, 401, 'the password of the stranger');

    const reset = {
      token: await newestToken(service, BOSS, '/reset-password'),
      body: { new_password: 'Of-the-owner-1' },
    };
    assert.equal((await service.request('POST', '/api/reset-password', reset)).status, 200);
    const { data } = await logIn(service, { email: BOSS, password: 'Of-the-owner-1' });
    assert.equal((await service.request('GET', '/api/admin/health', { token: data.access_token })).status, 200);
  });

  it('makes an account that a provider proves an administrator, if there is none', async (t) => {
    const boss = 'boss@corp.example';
    const service = await startService(t, kind, { FIRST_ADMIN_EMAIL: boss, ...SHARED_PROVIDER.settings });
    const make = async (email: string, email_verified = true) => {
      const answer = await register(service, await sharedTicket(service, person({ email, email_verified })), { email });
      assert.equal(answer.status, 201, answer.text);
      return answer.data;
    };
    assert.equal((await make('other@corp.example')).role, 'USER');
    const unproven = await make(boss, false);
    assert.deepEqual([unproven.role, unproven.account_status], ['USER', 'INACTIVE']);
    await service.request('POST', '/api/verify/decline', { token: await linkOf(service, boss) });
    const made = await make(boss);
    assert.deepEqual([made.role, await roleOf(service, made.id)], ['ADMIN', 'ADMIN']);
    assert.deepEqual(await promotionsOf(service, made.id), [{ actor: 'FIRST_ADMIN_EMAIL' }]);
    await service.db.all('DELETE FROM users WHERE id = $1', [made.id]);
    await promote(service, (await verified(service)).email);
    assert.equal((await make(boss)).role, 'USER', 'there is an administrator');
  });

  it('does not promote an account whose address was changed to this one', async (t) => {
    const database = await createTestDatabase(t, kind);
    const service = await startService(t, kind, SETTING, database);
    const { id } = await changeAddress(service, await loggedIn(service), BOSS);
    assert.equal(await roleOf(service, id), 'USER');
    await service.stop();
    assert.equal(await roleOf(await startService(t, kind, SETTING, database), id), 'USER');
  });
});

const linkOf = async (service: Service, address = BOSS): Promise<string> => {
  const [email] = await service.emailsTo(address);
  return new URL(/https?:\/\/\S+/.exec(email?.text ?? '')?.[0] ?? '').searchParams.get('token') ?? '';
};

const linkFor = async ({ db }: Service, id?: number): Promise<string> =>
  makeAdminLink(db, id === undefined ? undefined : await users.byId(db, id), operatorLogin(), OPERATOR);

const useLink = ({ request }: Service, accessToken: string | undefined, link: string) =>
  request('POST', '/api/me/administrator', { token: accessToken, body: { token: link } });

const outcome = async (answer: ReturnType<Service['request']>): Promise<string | number> => {
  const { status, headers } = await answer;
  return headers.get('x-error-code') ?? headers.get('x-result') ?? status;
};

describeOnBothDatabases('a link of latchkey admin link', (kind) => {
  const service = sharedService(kind, { SESSIONS: 'many' });
  const claim = (accessToken: string | undefined, link: string) => outcome(useLink(service(), accessToken, link));

  it('makes whoever uses it first an administrator, and nobody else', async () => {
    const [ada, bob] = [await loggedIn(service()), await loggedIn(service())];
    const link = await linkFor(service());
    assert.equal(await claim(undefined, link), 'bearer_token_required');
    assert.equal(await claim(ada.accessToken, link), 200);
    assert.equal(await claim(ada.accessToken, link), 'already_administrator');
    assert.equal(await claim(bob.accessToken, link), 'invalid_admin_link', 'a replay');
    assert.equal(await claim(bob.accessToken, `${link}x`), 'invalid_admin_link');
    assert.equal(await claim(bob.accessToken, ''), 'missing_field');
    assert.deepEqual([await roleOf(service(), ada.id), await roleOf(service(), bob.id)], ['ADMIN', 'USER']);
    assert.deepEqual(await promotionsOf(service(), ada.id), [{ actor: 'admin link' }]);
    const made = await service().db.all("SELECT actor FROM audit_events WHERE event = 'admin_link_made' LIMIT 1");
    assert.deepEqual(made, [{ actor: 'operator' }]);
  });

  it('works once when many use it at the same time', async () => {
    const accounts = await Promise.all([1, 2, 3, 4].map(() => loggedIn(service())));
    const link = await linkFor(service());
    const outcomes = await Promise.all(accounts.map(({ accessToken }) => claim(accessToken, link)));
    assert.deepEqual(outcomes.sort(), [200, ...Array(3).fill('invalid_admin_link')]);
    const twice = await loggedIn(service());
    const another = await linkFor(service());
    const same = await Promise.all([1, 2].map(() => claim(twice.accessToken, another)));
    assert.deepEqual(same.sort(), [200, 'already_administrator']);
    assert.equal((await promotionsOf(service(), twice.id)).length, 1);
  });

  it('is for the named account alone, and is not used up by another', async () => {
    const [named, other] = [await loggedIn(service()), await loggedIn(service())];
    const link = await linkFor(service(), named.id);
    assert.equal(await claim(other.accessToken, link), 'admin_link_of_another');
    assert.equal(await roleOf(service(), other.id), 'USER');
    assert.equal(await claim(named.accessToken, link), 200);
  });

  it('expires after 15 minutes, and leaves nothing behind', async () => {
    const link = await linkFor(service());
    await service().clock.advance(15 * 60_000 + 1000);
    assert.equal(await claim((await loggedIn(service())).accessToken, link), 'invalid_admin_link');
    await deleteExpiredRows(service().db, 86_400_000);
    assert.deepEqual(await service().db.all('SELECT hash FROM admin_links WHERE expires_at < now()'), []);
  });

  it('needs a recent login of an active account', async () => {
    const stale = await loggedIn(service());
    const suspended = await loggedIn(service());
    const link = await linkFor(service());
    await suspend(service(), suspended.email);
    assert.equal(await claim(suspended.accessToken, link), 'account_not_active');
    await service().clock.advance(11 * 60_000);
    assert.equal(await claim(stale.accessToken, link), 'fresh_login_required');
    assert.deepEqual([await roleOf(service(), stale.id), await roleOf(service(), suspended.id)], ['USER', 'USER']);
  });

  it('needs a second factor first where administrators need one', async (t) => {
    const strict = await startService(t, kind, { SECOND_FACTOR: 'admins' });
    const ada = await loggedIn(strict);
    const link = await linkFor(strict);
    assert.equal(await outcome(useLink(strict, ada.accessToken, link)), 'second_factor_setup_required');
    assert.equal(await roleOf(strict, ada.id), 'USER');
    await addApp(strict, ada, ada.accessToken);
    assert.equal(await outcome(useLink(strict, ada.accessToken, link)), 200);
    assert.equal((await strict.request('GET', '/api/admin/users/1', { token: ada.accessToken })).status, 200);
  });

  it('is printed once, with where it leads, and stored as a hash', async () => {
    const { email } = await verified(service());
    const settings = { DATABASE_URL: service().database.url, FRONTEND_URL };
    const { code, stdout, stderr } = await runCommand(['admin', 'link', email], settings);
    assert.equal(code, 0, stderr);
    const [, token = ''] = /^https:\/\/app\.example\.com\/admin\/claim#([\w-]{43})\n$/.exec(stdout) ?? [];
    assert.match(stderr, new RegExp(`works once, within 15 minutes, for ${email}`));
    const stored = JSON.stringify(await service().db.all('SELECT * FROM admin_links'));
    assert.ok(token !== '' && !stored.includes(token), stored);

    const waiting = await registered(service());
    const refused = await runCommand(['admin', 'link', waiting.email], settings);
    assert.match(refused.stderr, /is INACTIVE/);
    await promote(service(), email);
    assert.match((await runCommand(['admin', 'link', email], settings)).stderr, /is already an ADMIN/);
    assert.match((await runCommand(['admin', 'link'], { ...settings, ADMIN: 'off' })).stderr, /ADMIN=off/);
  });
});
