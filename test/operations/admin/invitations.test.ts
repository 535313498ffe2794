import assert from 'node:assert/strict';
import { it } from 'node:test';
import { apiKeyOf, loggedInAdmin } from '../../support/admin.ts';
import type { Answers } from '../../support/answers.ts';
import { runCommand } from '../../support/command.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { freeAddress } from '../../support/email-change.ts';
import { sharedService } from '../../support/scenarios.ts';
import {
  loggedIn,
  logIn,
  newestToken,
  type Service,
  startService,
  verified,
  wakeWorker,
} from '../../support/service.ts';

const DAY_MS = 86_400_000;
const PROFILE = { full_name: 'Grace Hopper', phone_number: '+1 703 1', industry: 'Navy' };
const PASSWORD = 'Analytical1';

describeOnBothDatabases('invitations', (kind) => {
  const service = sharedService(kind);
  const begin = async (body: object = {}) => {
    const admin = await loggedInAdmin(service());
    const token = admin.accessToken;
    const send = (given: object) => service().request('POST', '/api/admin/invitations', { token, body: given });
    const emails = [freeAddress(), freeAddress()];
    const answer = await send({ emails, ...body });
    assert.equal(answer.status, 200, answer.text);
    const ids = answer.data.outcomes.map(({ id }) => id ?? assert.fail(answer.text));
    return { admin, token, send, emails, ids, email: emails[0] ?? '', id: ids[0] ?? 0 };
  };
  const linkOf = (email: string, at: Service = service()) => newestToken(at, email, '/invitation');
  const accept = async (link: string, body: object) => {
    const answer = await service().request('POST', '/api/invitation/accept', { token: link, body });
    return `${answer.status} ${answer.headers.get('x-error-code') ?? ''} ${answer.headers.get('x-error-field') ?? ''}`;
  };

  it('need an address alone, and those who accept say the rest', async () => {
    const { email, id, token } = await begin({ role: 'ADMIN', language: 'de' });
    const link = await linkOf(email);
    const [mail] = await service().emailsTo(email);
    assert.match(mail?.text ?? '', /^Guten Tag/);
    const details = await service().request('GET', '/api/invitation', { token: link });
    const missing = ['full_name', 'phone_number', 'industry'];
    assert.deepEqual(details.data, { email, missing, optional: [] });

    for (const [at, field] of missing.entries()) {
      const said = Object.fromEntries(Object.entries(PROFILE).slice(0, at));
      assert.equal(await accept(link, { ...said, new_password: PASSWORD }), `400 missing_field ${field}`);
    }
    assert.equal(await accept(link, PROFILE), '400 missing_field new_password');
    assert.equal(await accept(link, { ...PROFILE, new_password: 'weak' }), '400 weak_password new_password');
    const { phoneNumber } = await loggedIn(service());
    const taken = { ...PROFILE, phone_number: phoneNumber, new_password: PASSWORD };
    assert.equal(await accept(link, taken), '409 phone_number_taken phone_number');
    const phone_number = `+1 703 ${id}`;
    const others = { profile_image_url: 'javascript:alert(1)', role: 'ADMIN' };
    assert.equal(await accept(link, { ...PROFILE, phone_number, ...others, new_password: PASSWORD }), '200  ');
    assert.equal(await accept(link, { ...PROFILE, new_password: PASSWORD }), '401 invalid_token ');
    const { user } = (await logIn(service(), { email, password: PASSWORD })).data;
    assert.deepEqual(user, { id, email, ...PROFILE, phone_number, role: 'ADMIN', account_status: 'ACTIVE' });
    const found = await service().request('GET', '/api/admin/users?query=hopper', { token });
    assert.ok(found.data.items.some((one) => one.id === id));
  });

  it('are sent to many, with an outcome for each', async () => {
    const { send, emails, token } = await begin();
    const { email: taken } = await verified(service());
    const fresh = freeAddress();
    const given = [fresh, taken, 'nobody', fresh.toUpperCase(), emails[0] ?? ''];
    const { data } = await send({ emails: given });
    const outcomes = data.outcomes.map(({ email, outcome }) => [email, outcome]);
    assert.deepEqual(outcomes, [
      [fresh, 'done'],
      [taken, 'email_taken'],
      ['nobody', 'invalid_email'],
      [fresh.toUpperCase(), 'email_taken'],
      [emails[0], 'email_taken'],
    ]);
    const many = Array.from({ length: 100 }, freeAddress);
    const all = (await send({ emails: many })).data.outcomes;
    assert.ok(all.length === 100 && all.every(({ outcome }) => outcome === 'done'));
    for (const wrong of [[], [...many, 'one@example.com'], 'ada@example.com', [{}]])
      assert.equal((await send({ emails: wrong })).status, 400, JSON.stringify(wrong).slice(0, 40));
    const key = await apiKeyOf(service(), { accessToken: token }, { scopes: ['users:write'] });
    const byKey = (body: object) => service().request('POST', '/api/admin/invitations', { token: key, body });
    assert.equal((await byKey({ emails: [freeAddress()] })).status, 200);
    assert.equal((await byKey({ emails: [freeAddress()], role: 'ADMIN' })).status, 403);
  });

  it('are listed while they are open, sent again, and cancelled', async () => {
    const { admin, token, emails, ids, email, id } = await begin({ role: 'ADMIN' });
    const listed = async () => {
      const items: Answers['GET /api/admin/invitations']['items'][number][] = [];
      let next: string | null = '';
      while (next !== null) {
        const path: string = `/api/admin/invitations?limit=3${next === '' ? '' : `&after=${encodeURIComponent(next)}`}`;
        const { data } = await service().request('GET', path as '/api/admin/invitations', { token });
        items.push(...data.items);
        next = data.next;
      }
      return items.filter((one) => ids.includes(one.id));
    };
    const [second, first] = await listed();
    assert.ok(first && second);
    assert.deepEqual([first.email, second.email], emails);
    assert.deepEqual([first.invited_by, first.invited_by_email], [`user:${admin.id}`, admin.email]);
    assert.equal(Date.parse(first.expires_at) - Date.parse(first.sent_at), 7 * DAY_MS);

    await service().clock.advance(8 * 60_000);
    const resend = `/api/admin/users/${id}/resend-verification` as const;
    assert.equal((await service().request('POST', resend, { token })).status, 200);
    const sentAtMs = async () => Date.parse((await listed()).find((one) => one.id === id)?.sent_at ?? '');
    assert.ok((await sentAtMs()) >= Date.parse(first.sent_at) + 8 * 60_000);
    await service().clock.advance(60_000);
    assert.equal((await service().request('POST', '/api/resend-verification', { body: { email } })).status, 200);
    assert.ok((await sentAtMs()) >= Date.parse(first.sent_at) + 9 * 60_000, 'by its owner');

    const link = await linkOf(email);
    const cancel = (target: number, by: string) =>
      service().request('DELETE', `/api/admin/invitations/${target}`, { token: by });
    const key = await apiKeyOf(service(), admin, { scopes: ['users:write'] });
    assert.equal((await cancel(id, key)).headers.get('x-error-code'), 'administrator_protected');
    assert.equal((await cancel(id, token)).status, 200);
    assert.equal((await cancel(id, token)).status, 404);
    assert.equal(await accept(link, { ...PROFILE, new_password: PASSWORD }), '404 user_not_found ');
    const other = await linkOf(emails[1] ?? '');
    const phone_number = `+1 704 ${id}`;
    assert.equal(await accept(other, { ...PROFILE, phone_number, new_password: PASSWORD }), '200  ');
    assert.equal((await cancel(ids[1] ?? 0, token)).headers.get('x-error-code'), 'invitation_not_found');
    assert.equal((await cancel(admin.id, token)).headers.get('x-error-code'), 'invitation_not_found');
    assert.deepEqual(await listed(), []);
    const again = { token, body: { emails: [email] } };
    assert.equal((await service().request('POST', '/api/admin/invitations', again)).data.outcomes[0]?.outcome, 'done');
  });

  it('are sent again and cancelled together, each with an outcome', async () => {
    const { id, token } = await begin();
    const member = await loggedIn(service());
    const outcomes = async (action: string) => {
      const body = { action, ids: [id, member.id] };
      return (await service().request('POST', '/api/admin/users/bulk', { token, body })).data.outcomes;
    };
    const expected = (own: string, other: string) => [
      { id, outcome: own },
      { id: member.id, outcome: other },
    ];
    assert.deepEqual(await outcomes('resend-verification'), expected('done', 'already_verified'));
    assert.deepEqual(await outcomes('cancel-invitation'), expected('done', 'invitation_not_found'));
    assert.deepEqual(await outcomes('cancel-invitation'), expected('user_not_found', 'invitation_not_found'));
  });

  it('are sent from the command line, to many', async () => {
    const { email } = await begin();
    const [one, other] = [freeAddress(), freeAddress()];
    const invite = (...args: string[]) =>
      runCommand(['users', 'invite', ...args], { DATABASE_URL: service().database.url });
    const sent = await invite('--json', one, email, other, 'nobody', one, '--role=ADMIN');
    assert.deepEqual([sent.code, sent.stderr.includes('2 of 4 were not invited')], [1, true], sent.stderr);
    const outcomes = sent.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).outcome);
    assert.deepEqual(outcomes, ['done', 'email_taken', 'done', 'invalid_email']);
    await wakeWorker(service());
    const link = await linkOf(one);
    assert.equal(await accept(link, { ...PROFILE, phone_number: '+1 706', new_password: PASSWORD }), '200  ');
    assert.deepEqual(
      await service().db.all('SELECT role, account_status FROM users WHERE email IN ($1, $2) ORDER BY id', [
        one,
        other,
      ]),
      [
        { role: 'ADMIN', account_status: 'ACTIVE' },
        { role: 'ADMIN', account_status: 'INACTIVE' },
      ],
    );
    for (const wrong of [[], ['--role=KING', one], Array(101).fill(one)])
      assert.equal((await invite(...wrong)).code, 2);
  });

  it('from the command line are accepted with ADMIN=off too', async (t) => {
    const own = await startService(t, kind, { ADMIN: 'off' });
    const email = freeAddress();
    const invited = await runCommand(['users', 'invite', email], { DATABASE_URL: own.database.url });
    assert.equal(invited.code, 0, invited.stderr);
    await wakeWorker(own);
    const link = await linkOf(email, own);
    assert.equal((await own.request('GET', '/api/invitation', { token: link })).status, 200);
    const body = { ...PROFILE, new_password: PASSWORD };
    assert.equal((await own.request('POST', '/api/invitation/accept', { token: link, body })).status, 200);
  });

  it('ask for what the settings demand', async (t) => {
    const own = await startService(t, kind, { PROFILE_FIELDS: 'phone_number:optional, industry:off' });
    const { accessToken: token } = await loggedInAdmin(own);
    const body = { emails: ['grace@example.com'] };
    assert.equal((await own.request('POST', '/api/admin/invitations', { token, body })).status, 200);
    const link = await linkOf('grace@example.com', own);
    const { data } = await own.request('GET', '/api/invitation', { token: link });
    assert.deepEqual(data, { email: 'grace@example.com', missing: ['full_name'], optional: ['phone_number'] });
    const said = { ...PROFILE, new_password: PASSWORD };
    const longer = { ...said, phone_number: '1'.repeat(33) };
    const refused = await own.request('POST', '/api/invitation/accept', { token: link, body: longer });
    assert.equal(refused.headers.get('x-error-field'), 'phone_number');
    assert.equal((await own.request('POST', '/api/invitation/accept', { token: link, body: said })).status, 200);
    const sql = 'SELECT full_name, phone_number, industry FROM users WHERE email = $1';
    assert.deepEqual(await own.db.one(sql, ['grace@example.com']), { ...PROFILE, industry: null });
  });

  it('are accepted or cancelled, not both', async () => {
    const { email, id, token } = await begin();
    const link = await linkOf(email);
    const [accepted, cancelled] = await Promise.all([
      accept(link, { ...PROFILE, phone_number: `+1 705 ${id}`, new_password: PASSWORD }),
      service().request('DELETE', `/api/admin/invitations/${id}`, { token }),
    ]);
    assert.equal(accepted.startsWith('200'), cancelled.status !== 200, `${accepted} ${cancelled.text}`);
  });

  it('are refused in one answer where nobody may make accounts', async (t) => {
    const admin = await loggedInAdmin(service());
    const closed = await startService(t, kind, { REGISTRATION: 'closed' }, service().database);
    const options = { token: admin.accessToken, body: { emails: [freeAddress(), freeAddress()] } };
    const answer = await closed.request('POST', '/api/admin/invitations', options);
    assert.deepEqual([answer.status, answer.headers.get('x-error-code')], [403, 'registration_closed']);
  });
});
