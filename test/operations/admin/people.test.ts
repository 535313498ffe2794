import assert from 'node:assert/strict';
import { it } from 'node:test';
import { makeAdminLink } from '../../../src/administration/admin-links.ts';
import { OPERATOR } from '../../../src/cli/framework/operator.ts';
import { operatorLogin } from '../../../src/core/sign-in/recent-login.ts';
import { apiKeyOf, loggedInAdmin, promote } from '../../support/admin.ts';
import { setNewPassword } from '../../support/changing-operations.ts';
import type { Answer } from '../../support/client.ts';
import { runCommand } from '../../support/command.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import {
  confirm,
  confirmToken,
  freeAddress,
  revert,
  revertToken,
  stop,
  stopToken,
} from '../../support/email-change.ts';
import { refusedForEmails } from '../../support/metrics.ts';
import { sharedService } from '../../support/scenarios.ts';
import {
  loggedIn,
  logIn,
  newestToken,
  registered,
  registration,
  type Service,
  type Session,
} from '../../support/service.ts';

const codeOf = ({ status, headers }: Answer<unknown>) => [
  status,
  headers.get('x-error-code'),
  headers.get('x-error-field'),
];
const latestEvent = async ({ db }: Service, userId: number) =>
  db.one('SELECT event, actor, subject, subject_name FROM audit_events WHERE user_id = $1 ORDER BY id DESC LIMIT 1', [
    userId,
  ]);

describeOnBothDatabases('an administrator who changes somebody', (kind) => {
  const service = sharedService(kind, { ADMIN_EMAIL_CHANGE: 'at-once', LANGUAGES: 'en, de' });
  const changeEmail = (id: number, token: string, body: object) =>
    service().request('POST', `/api/admin/users/${id}/email`, { token, body });

  it('changes the profile by its owner’s rules, which leaves an event with the actor and the fields', async () => {
    const [admin, user, other] = [
      await loggedInAdmin(service()),
      await loggedIn(service()),
      await registered(service()),
    ];
    const patch = (body: object, id = user.id, token = admin.accessToken) =>
      service().request('PATCH', `/api/admin/users/${id}`, { token, body });
    const changes = {
      ...{ full_name: ' Ada King ', phone_number: '+44 20 7946 0000', industry: 'Poetry' },
      ...{ profile_image_url: 'https://example.com/ada.png', language: 'de' },
    };
    const { status, data } = await patch(changes);
    assert.equal(status, 200);
    const { full_name, phone_number, industry, profile_image_url, language } = data;
    const now = { full_name, phone_number, industry, profile_image_url, language };
    assert.deepEqual(now, { ...changes, full_name: 'Ada King' });
    assert.deepEqual(await latestEvent(service(), user.id), {
      event: 'profile_updated',
      actor: `user:${admin.id}`,
      subject: 'profile:full_name,industry,phone_number,profile_image_url,language',
      subject_name: null,
    });
    const found = await service().request('GET', '/api/admin/users?query=king', { token: admin.accessToken });
    assert.ok(
      found.data.items.some(({ id }) => id === user.id),
      'found by the new name',
    );

    assert.deepEqual(codeOf(await patch({ industry: 'Same', phone_number: other.phoneNumber })), [
      409,
      'phone_number_taken',
      'phone_number',
    ]);
    assert.deepEqual(codeOf(await patch({ full_name: ' ' })), [400, 'missing_field', 'full_name']);
    assert.deepEqual(codeOf(await patch({ language: 'tlh' })), [400, 'invalid_field', 'language']);
    assert.deepEqual(codeOf(await patch({ profile_image_url: 'javascript:alert(1)' })).slice(0, 2), [
      400,
      'invalid_field',
    ]);
    const { data: before } = await patch({});
    assert.equal(before.industry, 'Poetry', 'a refused update changes nothing');
    const since = (unchanged_since: string | null) => patch({ industry: 'Song', unchanged_since });
    assert.deepEqual(codeOf(await since('yesterday')), [400, 'invalid_field', 'unchanged_since']);
    const { data: changed } = await since(before.updated_at);
    assert.deepEqual(codeOf(await since(before.updated_at)).slice(0, 2), [409, 'account_changed']);
    assert.equal((await since(changed.updated_at)).status, 200);

    const key = await apiKeyOf(service(), admin, { scopes: ['users:write'] });
    assert.equal((await patch({ profile_image_url: null }, user.id, key)).data.profile_image_url, null);
    assert.equal((await latestEvent(service(), user.id))?.actor, `key:${key.split('_')[1]}`);
    assert.deepEqual(codeOf(await patch({ industry: 'X' }, admin.id, key)).slice(0, 2), [
      403,
      'administrator_protected',
    ]);
  });

  it('asks for another address: confirmed by the new one, stopped from the old one', async () => {
    const [admin, user] = [await loggedInAdmin(service()), await loggedIn(service())];
    const key = await apiKeyOf(service(), admin, { scopes: ['users:email'] });
    const [first, second] = [freeAddress(), freeAddress()];
    const ask = (body: object, token = admin.accessToken) => changeEmail(user.id, token, body);

    assert.equal((await ask({ email: first }, key)).data.email_change?.new_email, first);
    assert.equal((await latestEvent(service(), user.id))?.event, 'email_change_requested');
    const { data } = await service().request('GET', '/api/me/security', { token: user.accessToken });
    assert.equal(data.pending_email, first, 'the owner sees it');
    assert.equal((await stop(service(), await stopToken(service(), user.email))).status, 200);
    assert.equal((await confirm(service(), await confirmToken(service(), first))).status, 401);

    const asked = await ask({ email: second });
    assert.equal(asked.data.email, user.email, 'nothing changes yet');
    const [, notice] = await service().emailsTo(user.email);
    assert.doesNotMatch(notice?.text ?? '', /Network|Device/, 'not where the administrator sits');
    assert.equal((await confirm(service(), await confirmToken(service(), second))).status, 200);
    await logIn(service(), { ...user, email: second });
    const back = await revert(service(), await revertToken(service(), user.email));
    assert.equal(back.status, 200, 'and back from the old address');
  });

  it('asks for nothing that outlives the role, the password or the link', async () => {
    const admin = await loggedInAdmin(service());
    const key = await apiKeyOf(service(), admin, { scopes: ['users:read', 'users:email'] });
    const { request } = service();
    const becomesAdmin = (user: Session) => promote(service(), user.email);
    const followsLink = async (user: Session) => {
      const link = await makeAdminLink(service().db, undefined, operatorLogin(), OPERATOR);
      const used = await request('POST', '/api/me/administrator', { token: user.accessToken, body: { token: link } });
      assert.equal(used.status, 200, used.text);
    };
    const choosesPassword = (user: Session) => setNewPassword(service(), user);
    for (const happens of [becomesAdmin, followsLink, choosesPassword]) {
      const user = await loggedIn(service());
      const email = freeAddress();
      assert.equal((await changeEmail(user.id, key, { email })).status, 200);
      const token = await confirmToken(service(), email);
      await happens(user);
      assert.equal((await confirm(service(), token)).status, 401, happens.name);
      const { data } = await request('GET', `/api/admin/users/${user.id}`, { token: admin.accessToken });
      assert.deepEqual([data.email, data.email_change], [user.email, null], happens.name);
    }
    const user = await loggedIn(service());
    await changeEmail(user.id, admin.accessToken, { email: freeAddress() });
    await service().clock.advance(3_600_000);
    const { data } = await request('GET', `/api/admin/users/${user.id}`, { token: key });
    assert.equal(data.email_change, null, 'the link has expired');
  });

  it('refuses addresses that cannot be had, and accounts that have to confirm theirs first', async () => {
    const [admin, user, inactive] = [
      await loggedInAdmin(service()),
      await loggedIn(service()),
      await registered(service()),
    ];
    const key = await apiKeyOf(service(), admin, { scopes: ['users:email'] });
    const ask = (body: object, token = admin.accessToken, id = user.id) => changeEmail(id, token, body);
    const atOnce = { email: freeAddress(), at_once: true };
    for (const [answer, expected] of [
      [await ask({}), [400, 'missing_field', 'email']],
      [await ask({ email: 'ada' }), [400, 'invalid_email', 'email']],
      [await ask({ email: user.email }), [400, 'email_unchanged', 'email']],
      [await ask({ email: admin.email }), [409, 'email_taken', 'email']],
      [await ask({ email: freeAddress() }, admin.accessToken, inactive.id), [409, 'wrong_account_status', null]],
      [await ask({ email: freeAddress() }, key, admin.id), [403, 'administrator_protected', null]],
      [await ask(atOnce), [400, 'missing_field', 'reason']],
      [await ask({ ...atOnce, reason: 'x'.repeat(501) }), [400, 'invalid_field', 'reason']],
      [await ask({ ...atOnce, reason: 'A ticket' }, key), [403, 'api_key_not_allowed', null]],
    ] as const) {
      assert.deepEqual(codeOf(answer), expected);
    }
    const refused = await refusedForEmails(service());
    let asked = await ask({ email: freeAddress() });
    for (let times = 0; asked.status === 200 && times < 10; times += 1) asked = await ask({ email: freeAddress() });
    assert.deepEqual([...codeOf(asked), asked.headers.get('retry-after')], [429, 'too_many_emails', null, '60']);
    assert.equal(await refusedForEmails(service()), refused + 1);
  });

  it('changes an address at once with a reason, which the old one can revert, and which ends the sessions', async () => {
    const [admin, user] = [await loggedInAdmin(service()), await loggedIn(service())];
    const email = freeAddress();
    const body = { email, at_once: true, reason: 'Ticket 4711: the mailbox is gone' };
    const changed = await changeEmail(user.id, admin.accessToken, body);
    assert.deepEqual([changed.status, changed.headers.get('x-result'), changed.data.email], [200, 'changed', email]);
    assert.deepEqual(await latestEvent(service(), user.id), {
      event: 'email_changed',
      actor: `user:${admin.id}`,
      subject: 'reason',
      subject_name: 'Ticket 4711: the mailbox is gone',
    });
    assert.deepEqual(await service().emailsTo(email), [], 'nothing to confirm');
    const refresh = { body: { refresh_token: user.refreshToken } };
    assert.equal((await service().request('POST', '/api/refresh', refresh)).status, 401);
    await logIn(service(), { ...user, email });
    assert.equal((await revert(service(), await revertToken(service(), user.email))).status, 200);
  });

  it('notes something for other administrators, in lines, and takes it back', async () => {
    const [admin, user] = [await loggedInAdmin(service()), await loggedIn(service())];
    const { accessToken: token } = admin;
    const path = `/api/admin/users/${user.id}/notes` as const;
    const add = (text: string) => service().request('POST', path, { token, body: { text } });
    const first = await add(' Called.\nAsked for an invoice. ');
    assert.equal(first.status, 201, first.text);
    const { created_at, ...note } = first.data;
    assert.ok(created_at);
    assert.deepEqual(note, {
      id: first.data.id,
      text: 'Called.\nAsked for an invoice.',
      author: `user:${admin.id}`,
      author_email: admin.email,
    });
    await add('Paid.');
    const list = await service().request('GET', path, { token });
    assert.deepEqual(
      list.data.notes.map(({ text, author_email }) => [text, author_email]),
      [
        ['Paid.', admin.email],
        ['Called.\nAsked for an invoice.', admin.email],
      ],
    );
    assert.deepEqual(codeOf(await add('')), [400, 'missing_field', 'text']);
    assert.deepEqual(codeOf(await add('x'.repeat(2001))), [400, 'invalid_field', 'text']);
    assert.deepEqual(codeOf(await add('a\u202eb')), [400, 'invalid_field', 'text']);
    assert.equal((await latestEvent(service(), user.id))?.event, 'note_added');

    const ownExport = await service().request('GET', '/api/me/export', { token: user.accessToken });
    assert.match(ownExport.text, /Asked for an invoice/, 'the owner has a right to it');
    const remove = (id: number, of = user.id) =>
      service().request('DELETE', `/api/admin/users/${of}/notes/${id}`, { token });
    assert.equal((await remove(first.data.id, admin.id)).status, 404, 'of another account');
    assert.equal((await remove(first.data.id)).status, 200);
    assert.deepEqual(codeOf(await remove(first.data.id)).slice(0, 2), [404, 'note_not_found']);
    assert.equal((await latestEvent(service(), user.id))?.event, 'note_removed');

    await service().db.all(
      `INSERT INTO user_notes (user_id, author, text, created_at) SELECT ${user.id}, 'operator', 'x', now()
        FROM (SELECT 1 FROM users AS a, users AS b, users AS c LIMIT 199) AS many`,
    );
    assert.deepEqual(codeOf(await add('One more.')).slice(0, 2), [409, 'too_many_notes']);
  });

  it('creates an account that is confirmed at once, by the interface and at the command line', async () => {
    const admin = await loggedInAdmin(service());
    const { password, ...body } = registration({ confirmed: true });
    const made = await service().request('POST', '/api/admin/users', { token: admin.accessToken, body });
    assert.deepEqual([made.status, made.headers.get('x-result')], [201, 'confirmed'], made.text);
    assert.equal(made.data.account_status, 'ACTIVE');
    assert.deepEqual(await latestEvent(service(), made.data.id), {
      ...{ event: 'account_made', actor: `user:${admin.id}`, subject: null, subject_name: null },
    });
    const token = await newestToken(service(), body.email, '/reset-password');
    const chosen = await service().request('POST', '/api/reset-password', { token, body: { new_password: password } });
    assert.equal(chosen.status, 200, chosen.text);
    await logIn(service(), { email: body.email, password });

    const settings = { DATABASE_URL: service().database.url };
    const create = (email: string, ...more: string[]) =>
      runCommand(['users', 'create', email, '--name', 'Grace Hopper', '--industry', 'Navy', ...more], settings);
    const [invited, confirmed] = [freeAddress(), freeAddress()];
    const byInvitation = await create(invited, '--phone', '+1 1');
    assert.equal(byInvitation.code, 0, byInvitation.stderr);
    assert.equal(JSON.parse(byInvitation.stdout).account_status, 'INACTIVE');
    const atOnce = await create(confirmed, '--phone', '+1 2', '--confirmed', '--language', 'de');
    assert.equal(JSON.parse(atOnce.stdout).account_status, 'ACTIVE');
    assert.equal((await latestEvent(service(), JSON.parse(atOnce.stdout).id))?.actor, 'operator');
    const emails = await service().db.all('SELECT kind FROM outbox WHERE user_id IN ($1, $2) ORDER BY id', [
      JSON.parse(byInvitation.stdout).id,
      JSON.parse(atOnce.stdout).id,
    ]);
    assert.deepEqual(emails, [{ kind: 'invitation' }, { kind: 'account_made' }]);
    assert.match((await create(freeAddress(), '--phone', '+1 2')).stderr, /another account has \+1 2/);
    assert.match((await create(freeAddress())).stderr, /--phone is required/);
  });
});

describeOnBothDatabases('without ADMIN_EMAIL_CHANGE=at-once', (kind) => {
  const service = sharedService(kind);
  it('the owner of the new address has to confirm it', async () => {
    const [admin, user] = [await loggedInAdmin(service()), await loggedIn(service())];
    const body = { email: freeAddress(), at_once: true, reason: 'A ticket' };
    const path = `/api/admin/users/${user.id}/email` as const;
    const answer = await service().request('POST', path, { token: admin.accessToken, body });
    assert.deepEqual(codeOf(answer), [403, 'confirmation_required', 'at_once']);
  });
});
