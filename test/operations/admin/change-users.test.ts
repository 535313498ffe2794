import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { housekeepingStep } from '../../../src/app/housekeeping.ts';
import { apiKeyOf, loggedInAdmin } from '../../support/admin.ts';
import { addApp } from '../../support/authenticator.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { sharedService } from '../../support/scenarios.ts';
import {
  loggedIn,
  logIn,
  newestToken,
  registered,
  registration,
  type Session,
  startService,
  verified,
} from '../../support/service.ts';

const DAY_MS = 24 * 3_600_000;

describeOnBothDatabases('what administrators do with accounts', (kind) => {
  const service = sharedService(kind, { SESSIONS: 'many' });
  let admin: Session;
  before(async () => {
    admin = await loggedInAdmin(service());
  });
  const ask = async <Method extends string, Path extends string>(
    method: Method,
    path: Path,
    body?: object,
    token = admin.accessToken,
  ) => {
    const answer = await service().request(method, `/api/admin/${path}`, { token, body });
    return { ...answer, code: answer.headers.get('x-error-code'), is: answer.data };
  };
  const latestEvents = async (id: number, count: number) =>
    (
      await service().db.all('SELECT event, actor FROM audit_events WHERE user_id = $1 ORDER BY id DESC LIMIT 9', [id])
    ).slice(0, count);
  const byAdmin = (event: string) => ({ event, actor: `user:${admin.id}` });

  it('shows everything about one account', async () => {
    const user = await loggedIn(service(), { full_name: 'Grace Hopper' });
    const app = await addApp(service(), user, user.accessToken);
    await ask('POST', `users/${user.id}/suspend`);
    const { is } = await ask('GET', `users/${user.id}`);
    assert.deepEqual(
      [is.email, is.totp, is.recovery_codes_left, is.suspended_by, is.email_change, is.invited],
      [user.email, true, app.recoveryCodes.length, `user:${admin.id}`, null, false],
    );
    assert.deepEqual(is.sessions, []);
    assert.ok(is.emails.some(({ kind, state, answer }) => kind === 'verification' && state === 'sent' && answer));
    assert.equal(is.events[0]?.event, 'suspended');
    assert.deepEqual([is.suspended_by_email, is.events[0]?.actor_email], [admin.email, admin.email]);
    assert.ok(!JSON.stringify(is).includes('password_hash'));
    assert.equal((await ask('GET', 'users/999999999')).code, 'user_not_found');
  });

  it('ends sessions: all of an account, one of them, and lists those of everybody', async () => {
    const user = await loggedIn(service());
    await logIn(service(), user);
    const own = (await ask('GET', `users/${user.id}/sessions`)).is;
    assert.equal(own.length, 2);
    const everybody = await ask('GET', 'sessions?limit=1');
    assert.equal(everybody.is.items.length, 1);
    const [newest] = everybody.is.items;
    assert.deepEqual([newest?.user_id, newest?.email], [user.id, user.email]);
    const after = encodeURIComponent(String(everybody.is.next));
    const following = await ask('GET', `sessions?limit=1&after=${after}`);
    assert.notEqual(following.is.items[0]?.id, newest?.id);
    assert.equal((await ask('GET', `sessions?user=${user.id}`)).is.items.length, 2);
    const forged = Buffer.from(JSON.stringify(['0 2026-02-31 10:00:00+00', 1, ''])).toString('base64url');
    assert.equal((await ask('GET', `sessions?after=${forged}`)).code, 'invalid_parameter');

    assert.equal((await ask('DELETE', `users/${user.id}/sessions/${own[0]?.id}`)).status, 200);
    assert.equal((await ask('DELETE', `users/${user.id}/sessions/${own[0]?.id}`)).code, 'session_not_found');
    assert.equal((await ask('POST', `users/${user.id}/end-sessions`)).is.ended, 1);
    assert.deepEqual(await latestEvents(user.id, 2), [byAdmin('session_ended'), byAdmin('session_ended')]);
  });

  it('finds sessions by device, network and age, and ends many of them', async () => {
    const [one, two] = [await loggedIn(service()), await loggedIn(service())];
    const now = `UPDATE refresh_tokens SET user_agent = $2, address = $3, created_at = now() - ms($4) WHERE user_id = $1`;
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    await service().db.all(now, [one.id, firefox, '198.51.100.77', 9 * DAY_MS]);
    await service().db.all(now, [two.id, 'Example/3.1', '2001:db8::7', 0]);
    const found = async (query: string) =>
      (await ask('GET', `sessions?${query}`)).is.items.map(({ user_id }) => user_id);
    for (const [query, expected] of [
      ['device=firefox', [one.id]],
      ['device=WINDOWS&address=198.51.100.0/24', [one.id]],
      ['address=198.51.100.77', [one.id]],
      ['address=2001:db8::/32', [two.id]],
      ['address=198.51.100.0/24&newer_than=7', []],
      ['address=198.51.100.0/24&older_than=9', [one.id]],
      ['older_than=7', [one.id]],
      ['device=example&newer_than=1', [two.id]],
    ] as const) {
      assert.deepEqual(await found(query), expected, query);
    }
    for (const address of ['ada', '198.51.100.0/33', '198.51.100.0/x', '1.2.3.4/8/8']) {
      const refused = await ask('GET', `sessions?address=${address}`);
      assert.deepEqual([refused.code, refused.headers.get('x-error-field')], ['invalid_parameter', 'address']);
    }
    // Wanted ones that are behind many others are on a page, and the pages before it are short.
    const pages = await ask('GET', 'sessions?device=firefox&limit=1');
    assert.equal(pages.is.next === null || pages.is.items.length === 1, true);

    const { text } = await service().request('GET', '/api/admin/sessions/export?format=csv&older_than=7', {
      token: admin.accessToken,
    });
    const [head, line, ...more] = text.trimEnd().split('\r\n');
    assert.equal(head, 'device,browser,system,address,created_at,last_used_at,id,user_id,full_name,email,ways');
    assert.match(
      line ?? '',
      new RegExp(`^Firefox on Windows,Firefox,Windows,198\\.51\\.100\\.77,.*,${one.email},pwd$`),
    );
    assert.deepEqual(more, []);

    const sessionOf = async (id: number) => (await ask('GET', `users/${id}/sessions`)).is[0]?.id;
    const sessions = [`${one.id}/${await sessionOf(one.id)}`, `${two.id}/nothing`, '999999999/nothing'];
    const end = (given: unknown, token?: string) => ask('POST', 'sessions/end', { sessions: given }, token);
    assert.deepEqual((await end(sessions)).is.outcomes, [
      { session: sessions[0], outcome: 'done' },
      { session: sessions[1], outcome: 'session_not_found' },
      { session: sessions[2], outcome: 'user_not_found' },
    ]);
    assert.deepEqual(await latestEvents(one.id, 1), [byAdmin('session_ended')]);
    const key = await apiKeyOf(service(), admin, { scopes: ['users:write'] });
    const own = `${admin.id}/${await sessionOf(admin.id)}`;
    assert.equal((await end([own], key)).is.outcomes[0]?.outcome, 'administrator_protected');
    for (const [given, code] of [
      [[], 'missing_field'],
      [['1'], 'invalid_field'],
      ['all', 'invalid_field'],
      [Array.from({ length: 101 }, (_, n) => `${n + 1}/x`), 'invalid_field'],
    ] as const) {
      const refused = await end(given);
      assert.deepEqual([refused.code, refused.headers.get('x-error-field')], [code, 'sessions']);
    }
  });

  it('sends links, as often as their owner could', async () => {
    const user = await verified(service());
    assert.equal((await ask('POST', `users/${user.id}/resend-verification`)).code, 'already_verified');
    assert.equal((await ask('POST', `users/${user.id}/send-reset`)).status, 200);
    assert.ok(await newestToken(service(), user.email, '/reset-password'));
    assert.deepEqual(await latestEvents(user.id, 1), [byAdmin('reset_asked')]);
    const mail = (await service().emailsTo(user.email)).at(-1);
    assert.doesNotMatch(String(mail?.text), /127\.0\.0/, 'nothing about the administrator');
    for (let sent = 0; sent < 4; sent += 1) await ask('POST', `users/${user.id}/send-reset`);
    const refused = await ask('POST', `users/${user.id}/send-reset`);
    assert.deepEqual(
      [refused.status, refused.code, refused.headers.get('retry-after')],
      [429, 'too_many_emails', '60'],
    );

    const unverified = await registered(service());
    assert.equal((await ask('POST', `users/${unverified.id}/resend-verification`)).status, 200);
    assert.equal((await service().emailsTo(unverified.email)).length, 2);
    await ask('POST', `users/${unverified.id}/suspend`);
    for (const action of ['send-reset', 'resend-verification'])
      assert.equal((await ask('POST', `users/${unverified.id}/${action}`)).code, 'wrong_account_status');
  });

  it('makes administrators of active accounts, and resets factors; no key may', async () => {
    const user = await loggedIn(service());
    await addApp(service(), user, user.accessToken);
    assert.equal((await ask('POST', `users/${user.id}/reset-second-factor`)).status, 200);
    assert.deepEqual(await latestEvents(user.id, 1), [byAdmin('second_factor_reset')]);
    assert.equal((await ask('POST', `users/${user.id}/reset-second-factor`)).code, 'no_second_factor');
    assert.match(String((await service().emailsTo(user.email)).at(-1)?.subject), /app was removed/);

    const role = (to: unknown, id = user.id) => ask('POST', `users/${id}/role`, { role: to });
    assert.equal((await role('ROOT')).code, 'invalid_field');
    assert.equal((await role('USER')).code, 'role_unchanged');
    assert.equal((await role('ADMIN')).is.role, 'ADMIN');
    assert.equal((await role('USER')).is.role, 'USER');
    assert.deepEqual(await latestEvents(user.id, 2), [byAdmin('role_changed'), byAdmin('role_changed')]);
    const unverified = await registered(service());
    assert.equal((await role('ADMIN', unverified.id)).code, 'wrong_account_status');
  });

  it('deletes and exports accounts', async () => {
    const user = await loggedIn(service());
    const exported = await ask('GET', `users/${user.id}/export`);
    assert.equal((exported.is.profile as { email: string }).email, user.email);
    assert.deepEqual(await latestEvents(user.id, 1), [byAdmin('exported')]);
    assert.equal((await ask('DELETE', `users/${user.id}`)).status, 200);
    assert.deepEqual(await latestEvents(user.id, 1), [byAdmin('deleted')]);
    assert.equal((await ask('GET', `users/${user.id}`)).status, 404);
    assert.match(String((await service().emailsTo(user.email)).at(-1)?.subject), /deleted/);
  });

  it('does the same with many, with an outcome for each', async () => {
    const [one, two, other] = [await verified(service()), await verified(service()), await loggedInAdmin(service())];
    const bulk = (action: unknown, ids: unknown, token?: string) => ask('POST', 'users/bulk', { action, ids }, token);
    await ask('POST', `users/${two.id}/suspend`);
    const ids = [one.id, 999_999_999, two.id, one.id, String(one.id)];
    assert.deepEqual((await bulk('suspend', ids)).is.outcomes, [
      { id: one.id, outcome: 'done' },
      { id: 999_999_999, outcome: 'user_not_found' },
      { id: two.id, outcome: 'status_unchanged' },
    ]);
    const key = await apiKeyOf(service(), admin, { scopes: ['users:write'] });
    assert.deepEqual((await bulk('reinstate', [two.id, other.id, one.id], key)).is.outcomes, [
      { id: two.id, outcome: 'done' },
      { id: other.id, outcome: 'administrator_protected' },
      { id: one.id, outcome: 'done' },
    ]);
    assert.deepEqual(await latestEvents(one.id, 2), [
      { event: 'reinstated', actor: `key:${key.split('_')[1]}` },
      byAdmin('suspended'),
    ]);
    assert.equal((await bulk('delete', [one.id, two.id])).is.outcomes.length, 2);
    for (const [action, list, code, field] of [
      ['promote', [1], 'invalid_field', 'action'],
      ['constructor', [1], 'invalid_field', 'action'],
      ['suspend', [], 'missing_field', 'ids'],
      ['suspend', 'all', 'invalid_field', 'ids'],
      ['suspend', [-1], 'invalid_field', 'ids'],
      ['suspend', Array.from({ length: 101 }, (_, n) => n + 1), 'invalid_field', 'ids'],
    ] as const) {
      const answer = await bulk(action, list);
      assert.deepEqual([answer.status, answer.code, answer.headers.get('x-error-field')], [400, code, field]);
    }
  });

  it('invites: the owner chooses the password, once, and the address is verified by that', async () => {
    const { password: _, ...body } = registration({ full_name: 'Invited Person' });
    const accept = (token: string, new_password: string) =>
      service().request('POST', '/api/invitation/accept', { token, body: { new_password } });
    const invited = await ask('POST', 'users', body);
    assert.deepEqual([invited.status, invited.is.account_status], [201, 'INACTIVE']);
    const id = Number(invited.is.id);
    assert.deepEqual(await latestEvents(id, 1), [byAdmin('invited')]);
    assert.equal((await ask('GET', `users/${id}`)).is.invited, true);
    const first = await newestToken(service(), body.email, '/invitation');
    assert.equal((await ask('POST', `users/${id}/resend-verification`)).status, 200);
    const second = await newestToken(service(), body.email, '/invitation');
    assert.notEqual(second, first);
    // A stranger who asks for the verification e-mail gets nobody past the invitation.
    await service().request('POST', '/api/resend-verification', { body: { email: body.email } });
    const third = await newestToken(service(), body.email, '/invitation');
    assert.ok(third !== second && third !== first);
    assert.ok((await service().emailsTo(body.email)).every(({ text }) => !text.includes('/verify?')));
    assert.equal((await accept(first, 'weak')).headers.get('x-error-code'), 'weak_password');
    assert.equal((await accept(first, 'Chosen-it-1')).status, 200);
    assert.equal((await accept(second, 'Chosen-it-2')).status, 401, 'another link of the same invitation');
    assert.equal((await service().request('POST', '/api/verify', { token: first })).status, 400);
    await logIn(service(), { email: body.email, password: 'Chosen-it-1' });
    assert.equal((await ask('GET', `users/${id}`)).is.account_status, 'ACTIVE');

    for (const [change, code, field] of [
      [{ email: body.email }, 'email_taken', 'email'],
      [{ phone_number: body.phone_number }, 'phone_number_taken', 'phone_number'],
      [{ email: 'nobody' }, 'invalid_email', 'email'],
      [{ full_name: ' ' }, 'missing_field', 'full_name'],
      [{ industry: 'x'.repeat(101) }, 'invalid_field', 'industry'],
      [{ role: 'OWNER' }, 'invalid_field', 'role'],
      [{ language: 'xx' }, 'invalid_field', 'language'],
    ] as const) {
      const { password: _unused, ...other } = registration();
      const answer = await ask('POST', 'users', { ...other, ...change });
      assert.deepEqual([answer.code, answer.headers.get('x-error-field')], [code, field]);
    }
  });

  it('invites for longer than the audit trail is kept', async (t) => {
    const own = await startService(t, kind);
    const { password: _, ...body } = registration();
    const { accessToken } = await loggedInAdmin(own);
    const { data: invited } = await own.request('POST', '/api/admin/users', { token: accessToken, body });
    await own.emailsTo(body.email);
    await own.clock.advance(91 * DAY_MS);
    while (await housekeepingStep(own.db, { auditKeptMs: 90 * DAY_MS, unverifiedKeptMs: 0 }));
    assert.deepEqual(await own.db.all(`SELECT id FROM audit_events WHERE event = 'invited'`), []);
    const { accessToken: token } = await loggedInAdmin(own);
    const path = `/api/admin/users/${invited.id}`;
    assert.partialDeepStrictEqual((await own.request('GET', path, { token })).data, { invited: true });
    assert.equal((await own.request('POST', `${path}/resend-verification`, { token })).status, 200);
    await own.request('POST', '/api/resend-verification', { body: { email: body.email } });
    const emails = await own.emailsTo(body.email);
    assert.equal(emails.length, 3);
    assert.ok(emails.every(({ text }) => text.includes('/invitation?')));
  });

  it('invites with a role and in a language; an administrator is made by administrators only', async () => {
    const { password: _, ...body } = registration();
    const key = await apiKeyOf(service(), admin, { scopes: ['users:write'] });
    const byKey = (members: object) => service().request('POST', '/api/admin/users', { token: key, body: members });
    const refused = await byKey({ ...body, role: 'ADMIN' });
    assert.deepEqual([refused.status, refused.headers.get('x-error-code')], [403, 'api_key_not_allowed']);

    const invited = await ask('POST', 'users', { ...body, role: 'ADMIN', language: 'fr' });
    assert.deepEqual([invited.status, invited.is.role], [201, 'ADMIN'], invited.text);
    const id = Number(invited.is.id);
    assert.deepEqual(await latestEvents(id, 2), [byAdmin('role_changed'), byAdmin('invited')]);
    const first = await newestToken(service(), body.email, '/invitation');
    assert.match(String((await service().emailsTo(body.email)).at(-1)?.text), /Bonjour/);
    for (const action of ['resend-verification', 'suspend', 'send-reset']) {
      const answer = await service().request('POST', `/api/admin/users/${id}/${action}`, { token: key });
      assert.equal(answer.headers.get('x-error-code'), 'administrator_protected', action);
    }
    // Later e-mails are in the language of the account, whatever the administrator reads.
    assert.equal((await ask('POST', `users/${id}/resend-verification`)).status, 200);
    await newestToken(service(), body.email, '/invitation');
    assert.match(String((await service().emailsTo(body.email)).at(-1)?.text), /Bonjour/);
    const chosen = { token: first, body: { new_password: 'Chosen-it-1' } };
    assert.equal((await service().request('POST', '/api/invitation/accept', chosen)).status, 200);
    const { data } = await logIn(service(), { email: body.email, password: 'Chosen-it-1' });
    assert.equal((await ask('GET', 'users', undefined, data.access_token)).status, 200);

    const { password: _unused, ...other } = registration();
    const plain = await byKey({ ...other, role: 'USER' });
    assert.deepEqual([plain.status, plain.data.role], [201, 'USER']);
  });

  it('lets two administrators who demote, suspend or delete each other at once leave one of them', async (t) => {
    for (const [action, method, body] of [
      ['/role', 'POST', { role: 'USER' }],
      ['/suspend', 'POST', undefined],
      ['', 'DELETE', undefined],
    ] as const) {
      const alone = await startService(t, kind);
      const [one, other] = [await loggedInAdmin(alone), await loggedInAdmin(alone)];
      const on = (target: Session, by: Session) =>
        alone.request(method, `/api/admin/users/${target.id}${action}`, { token: by.accessToken, body });
      const answers = await Promise.all([on(one, other), on(other, one)]);
      assert.equal(answers.filter(({ status }) => status === 200).length, 1, `${action} ${answers.map((a) => a.text)}`);
      const [left] = await alone.db.all<{ id: number }>(
        "SELECT id FROM users WHERE role = 'ADMIN' AND account_status = 'ACTIVE'",
      );
      const last = left?.id === one.id ? one : other;
      // Somebody who was invited to be an administrator and has not accepted yet cannot administrate.
      const { password: _, ...invitation } = registration();
      const invited = { token: last.accessToken, body: { ...invitation, role: 'ADMIN' } };
      assert.equal((await alone.request('POST', '/api/admin/users', invited)).status, 201);
      const refused = await on(last, last);
      assert.deepEqual([refused.status, refused.headers.get('x-error-code')], [409, 'last_administrator']);
    }
  });
});

describe('the last administrator', () => {
  it('can step down when there is another', async (t) => {
    const service = await startService(t, 'sqlite');
    const [one] = [await loggedInAdmin(service), await loggedInAdmin(service)];
    const body = { role: 'USER' };
    const path = `/api/admin/users/${one?.id}/role`;
    assert.equal((await service.request('POST', path, { token: one?.accessToken, body })).status, 200);
    assert.equal((await service.request('GET', path, { token: one?.accessToken })).status, 405);
    assert.equal((await service.request('GET', '/api/admin/users', { token: one?.accessToken })).status, 403);
  });
});
