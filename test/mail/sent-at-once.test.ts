import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { usersCommand } from '../../src/cli/users.ts';
import type { EmailKind } from '../../src/store/queues/outbox.ts';
import { KINDS } from '../../src/store/tables/email-kinds.ts';
import { loggedInAdmin } from '../support/admin.ts';
import { addApp, atNextStep, codeOfApp } from '../support/authenticator.ts';
import { BREACHED, breachedPasswordsMirror } from '../support/breached-passwords.ts';
import { createTestTimers } from '../support/clock.ts';
import { createTestDatabase } from '../support/databases.ts';
import { askForAddress, changeAddress, confirm, confirmToken, revert, revertToken } from '../support/email-change.ts';
import { person, sharedTicket } from '../support/identities.ts';
import { SHARED_PROVIDER } from '../support/identity-provider.ts';
import { Authenticator, addPasskey, creationOptions } from '../support/passkey.ts';
import {
  linksIn,
  loggedIn,
  logIn,
  registered,
  registration,
  resetToken,
  type Service,
  type Session,
  startService,
  verificationToken,
  verified,
} from '../support/service.ts';
import type { ReceivedEmail } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';

const BOSS = 'boss@example.com';
const SETTINGS = {
  BREACHED_PASSWORDS: await breachedPasswordsMirror(),
  ...SHARED_PROVIDER.settings,
  ADMIN_EMAIL_CHANGE: 'at-once',
  ACT_AS_USER: 'on',
  DATA_KEYS: 'one:first-key-of-the-tests-7d1c0b9a52',
  DELETION_GRACE: '14d',
  EMAIL_LOGIN: 'on',
  FIRST_ADMIN_EMAIL: BOSS,
  IDENTITY_LINKING: 'verified',
  MAX_FAILED_CODES: '1',
  NOTIFY_NEW_DEVICE: 'on',
  NOTIFY_PASSWORD_CHANGE: 'on',
  REFRESH_ROTATION: 'on',
  SESSIONS: 'many',
  TRUST_PROXY: '127.0.0.1',
  // The preparation turns the clock for codes of apps.
  ACCESS_TOKEN_TTL: '1d',
  FRESH_LOGIN: '1d',
};

const ELSEWHERE = { 'x-forwarded-for': '203.0.113.66' };

/** An account with an app, and a session that a code of it was used for. */
async function withApp(service: Service): Promise<Session & { readonly secret: string }> {
  const session = await loggedIn(service);
  const { secret } = await addApp(service, session, session.accessToken);
  const { email, password } = session;
  const body = { email, password, code: codeOfApp(secret, await atNextStep(service)) };
  const { status, data, text } = await service.request('POST', '/api/login', { body });
  assert.equal(status, 200, text);
  return { ...session, secret, accessToken: data.access_token };
}

async function withPasskey(service: Service): Promise<Session & { readonly passkeyId: string }> {
  const session = await loggedIn(service);
  await addPasskey(service, session.accessToken);
  const { data } = await service.request('GET', '/api/me/passkeys', { token: session.accessToken });
  const [passkey] = data.passkeys;
  return { ...session, passkeyId: passkey?.id ?? '' };
}

/** Two refresh tokens after this one were used. */
async function withOldToken(service: Service): Promise<Session> {
  const session = await loggedIn(service);
  let refresh_token: string | undefined = session.refreshToken;
  for (const _ of [1, 2]) {
    refresh_token = (await service.request('POST', '/api/refresh', { body: { refresh_token } })).data.refresh_token;
  }
  return session;
}

const invited = async ({ request }: Service, token: string): Promise<{ id: number; email: string }> => {
  const { password: _, ...body } = registration();
  return (await request('POST', '/api/admin/users', { token, body })).data;
};

/** Two e-mails that were given up. */
async function deadEmails(service: Service): Promise<number[]> {
  service.smtp.follow({ recipient: () => '550 5.1.1 nobody here' });
  for (const _ of [1, 2]) await registered(service);
  await service.emailsTo('');
  service.smtp.follow({});
  const dead = await service.db.all<{ id: number }>("SELECT id FROM outbox WHERE state = 'dead' ORDER BY id");
  return dead.map(({ id }) => id);
}

/** Accounts that the requests of this file are about: each changes its own. */
async function prepare(service: Service) {
  const admin = await loggedInAdmin(service);
  await service.request('POST', '/api/register', { body: registration({ email: BOSS }), headers: ELSEWHERE });
  const [moving, moved, reset] = [await loggedIn(service), await loggedIn(service), await loggedIn(service)];
  assert.equal((await askForAddress(service, moving, 'moving@example.org')).status, 200);
  await changeAddress(service, moved, 'moved@example.org');
  return {
    ...{ admin, moving, moved, reset },
    owner: await loggedIn(service),
    autoLinked: await verified(service, { email: person().email }),
    unmoved: await loggedIn(service),
    unverified: await registered(service),
    breached: await verified(service, { password: BREACHED }),
    invited: await invited(service, admin.accessToken),
    deleted: [await registered(service), await registered(service)] as const,
    leaving: await loggedIn(service),
    app: await withApp(service),
    removedApp: await withApp(service),
    guessed: await withApp(service),
    passkey: await withPasskey(service),
    robbed: await withOldToken(service),
    dead: await deadEmails(service),
    confirmLink: await confirmToken(service, 'moving@example.org'),
    revertLink: await revertToken(service, moved.email),
    resetLink: await resetToken(service, reset.email),
    bossLink: await verificationToken(service, BOSS),
  };
}
type Accounts = Awaited<ReturnType<typeof prepare>>;

interface Cause {
  /** The file that wakes the worker, below src. */
  readonly wakes: string;
  readonly kinds: readonly EmailKind[];
  readonly send: (service: Service, accounts: Accounts) => Promise<{ readonly status: number }>;
}

const cause = (wakes: string, kinds: readonly EmailKind[], send: Cause['send']): Cause => ({ wakes, kinds, send });
const post = <Path extends string>({ request }: Service, path: Path, token: string | undefined, body?: unknown) =>
  request('POST', path, { token, body });

/** Whatever wakes the worker, with the kinds of e-mail that leave at once. */
const CAUSES: readonly Cause[] = [
  cause('core/operations/register.ts', ['verification'], (service) =>
    post(service, '/api/register', undefined, registration()),
  ),
  cause('core/operations/resend-verification.ts', ['verification'], (service, { unverified: { email } }) =>
    post(service, '/api/resend-verification', undefined, { email }),
  ),
  cause('core/operations/resend-verification.ts', ['invitation'], (service, { invited: { email } }) =>
    post(service, '/api/resend-verification', undefined, { email }),
  ),
  cause('administration/mail-by-admin.ts', ['verification'], (service, { admin, unverified }) =>
    post(service, `/api/admin/users/${unverified.id}/resend-verification`, admin.accessToken),
  ),
  cause('administration/mail-by-admin.ts', ['invitation'], (service, { admin, invited: { id } }) =>
    post(service, `/api/admin/users/${id}/resend-verification`, admin.accessToken),
  ),
  cause('administration/mail-by-admin.ts', ['password_reset'], (service, { admin, owner }) =>
    post(service, `/api/admin/users/${owner.id}/send-reset`, admin.accessToken),
  ),
  cause('administration/mail-by-admin.ts', ['test'], (service, { admin }) =>
    post(service, '/api/admin/mail/test', admin.accessToken),
  ),
  cause('features/invitations/invite.ts', ['invitation'], async (service, { admin }) => {
    await invited(service, admin.accessToken);
    return { status: 201 };
  }),
  cause('features/invitations/invite.ts', ['account_made'], ({ request }, { admin }) => {
    const { password: _, ...body } = registration({ confirmed: true });
    return request('POST', '/api/admin/users', { token: admin.accessToken, body });
  }),
  cause(
    'administration/change-email-by-admin.ts',
    ['email_change', 'email_change_notice'],
    (service, { admin, unmoved }) =>
      post(service, `/api/admin/users/${unmoved.id}/email`, admin.accessToken, { email: 'one@example.org' }),
  ),
  cause('administration/change-email-by-admin.ts', ['email_changed'], (service, { admin, unmoved }) => {
    const body = { email: 'two@example.org', at_once: true, reason: 'A ticket' };
    return post(service, `/api/admin/users/${unmoved.id}/email`, admin.accessToken, body);
  }),
  cause('core/operations/forgot-password.ts', ['password_reset'], (service, { owner: { email } }) =>
    post(service, '/api/forgot-password', undefined, { email }),
  ),
  cause('features/email-login/email-code.ts', ['login_code'], (service, { owner: { email } }) =>
    post(service, '/api/login/email', undefined, { email }),
  ),
  cause('core/operations/request-email-change.ts', ['email_change', 'email_change_notice'], (service, { owner }) =>
    askForAddress(service, owner, 'free@example.org'),
  ),
  cause('core/operations/request-email-change.ts', ['email_in_use', 'email_change_notice'], (service, accounts) =>
    askForAddress(service, accounts.owner, accounts.admin.email),
  ),
  cause('core/profile/change-email.ts', ['email_changed'], (service, { confirmLink }) => confirm(service, confirmLink)),
  cause('core/profile/revert-email-change.ts', ['email_change_reverted', 'password_reset'], (service, { revertLink }) =>
    revert(service, revertLink),
  ),
  cause('core/passwords/replace-password.ts', ['password_changed'], (service, { resetLink }) =>
    post(service, '/api/reset-password', resetLink, { new_password: 'Another-one-1' }),
  ),
  cause('core/passwords/replace-password.ts', ['password_changed'], async (service, { reset: { email } }) => {
    const session = await logIn(service, { email, password: 'Another-one-1' });
    const body = { current_password: 'Another-one-1', new_password: 'Another-one-2' };
    return post(service, '/api/change-password', session.data.access_token, body);
  }),
  cause('core/passwords/breached-notice.ts', ['password_breached'], (service, { breached }) =>
    post(service, '/api/login', undefined, { email: breached.email, password: breached.password }),
  ),
  cause('core/sign-in/begin-session.ts', ['new_device'], ({ request }, { owner: { email, password } }) =>
    request('POST', '/api/login', { body: { email, password }, headers: { 'user-agent': 'Firefox/145.0' } }),
  ),
  cause('core/sign-in/refresh-session.ts', ['session_stolen'], async (service, { robbed: { refreshToken } }) => {
    const { status } = await post(service, '/api/refresh', undefined, { refresh_token: refreshToken });
    return { status: status === 401 ? 200 : status };
  }),
  cause('core/factors/prove-second-factor.ts', ['second_factor_guessed'], async (service, { guessed }) => {
    const right = codeOfApp(guessed.secret, service.clock.nowMs());
    const code = right.replace(/./, (digit) => String((Number(digit) + 1) % 10));
    const { email, password } = guessed;
    const { status } = await post(service, '/api/login', undefined, { email, password, code });
    return { status: status === 401 ? 200 : status };
  }),
  cause(
    'features/authenticator/authenticator-app.ts',
    ['second_factor_added'],
    async (service, { owner: { accessToken } }) => {
      const { secret } = (await post(service, '/api/me/totp', accessToken)).data;
      return post(service, '/api/me/totp/confirm', accessToken, { code: codeOfApp(secret, service.clock.nowMs()) });
    },
  ),
  cause('features/authenticator/authenticator-app.ts', ['second_factor_removed'], ({ request }, { removedApp }) =>
    request('DELETE', '/api/me/totp', { token: removedApp.accessToken }),
  ),
  cause('administration/user-actions.ts', ['second_factor_removed'], (service, { admin, app }) =>
    post(service, `/api/admin/users/${app.id}/reset-second-factor`, admin.accessToken),
  ),
  cause('features/passkeys/own-passkeys.ts', ['passkey_added'], async (service, { admin: { accessToken } }) => {
    const credential = new Authenticator().create(await creationOptions(service, accessToken));
    return post(service, '/api/me/passkeys', accessToken, { credential });
  }),
  cause('features/passkeys/own-passkeys.ts', ['passkey_removed'], ({ request }, { passkey }) =>
    request('DELETE', `/api/me/passkeys/${passkey.passkeyId}`, { token: passkey.accessToken }),
  ),
  cause('features/identities/own-identities.ts', ['identity_linked'], async (service, { admin: { accessToken } }) =>
    post(service, '/api/me/identities', accessToken, {
      ticket: await sharedTicket(service, person(), accessToken),
    }),
  ),
  cause('features/identities/own-identities.ts', ['identity_auto_linked'], async (service, { autoLinked: { email } }) =>
    post(service, '/api/login/identity', undefined, { ticket: await sharedTicket(service, person({ email })) }),
  ),
  cause('features/identities/own-identities.ts', ['identity_unlinked'], async ({ request }, { admin }) => {
    const { data } = await request('GET', '/api/me/identities', { token: admin.accessToken });
    return request('DELETE', `/api/me/identities/${data.identities[0]?.id}`, { token: admin.accessToken });
  }),
  cause('features/api-keys/admin-create-api-key.ts', ['api_key_made'], (service, { admin: { accessToken } }) =>
    post(service, '/api/admin/api-keys', accessToken, { name: 'Desk', scopes: ['users:read'], days: 1 }),
  ),
  cause('features/acting/act-as-user.ts', ['acted_as'], (service, { admin, owner }) =>
    post(service, `/api/admin/users/${owner.id}/act-as`, admin.accessToken, { reason: 'A ticket' }),
  ),
  cause('core/operations/delete-me.ts', ['deletion_scheduled'], (service, { leaving }) =>
    post(service, '/api/me/delete', leaving.accessToken),
  ),
  cause('administration/user-actions.ts', ['account_deleted'], ({ request }, { admin, deleted: [one] }) =>
    request('DELETE', `/api/admin/users/${one.id}`, { token: admin.accessToken }),
  ),
  cause('administration/user-actions.ts', ['account_deleted'], (service, { admin, deleted: [, other] }) =>
    post(service, '/api/admin/users/bulk', admin.accessToken, { action: 'delete', ids: [other.id] }),
  ),
  cause('administration/emails.ts', ['verification'], (service, { admin, dead }) =>
    post(service, `/api/admin/emails/${dead[0]}/retry`, admin.accessToken),
  ),
  cause('administration/emails.ts', ['verification'], (service, { admin }) =>
    post(service, '/api/admin/emails/retry-dead', admin.accessToken),
  ),
  // The last one, because it needs a service without an administrator.
  cause('core/operations/verify.ts', ['password_reset'], async (service, { admin, bossLink }) => {
    await usersCommand(service.db, ['demote', admin.email], () => {});
    return post(service, '/api/verify', bossLink);
  }),
];

const kindsSent = ({ logLines }: Service): string[] =>
  logLines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'e-mail sent')
    .map(({ kind }) => kind);

/** A link that names an address names the one that it was sent to: pages show it, and fill it in. */
function assertOwnAddress({ recipients, ...email }: ReceivedEmail): void {
  const pages = Object.values(KINDS).flatMap(({ link }) => (link?.hasAddress ? [link.page] : []));
  for (const { pathname, searchParams } of linksIn(email))
    assert.equal(searchParams.get('email'), pages.includes(pathname) ? recipients[0] : null, pathname);
}

/** How long the next look of a worker is away that has found nothing. */
const POLL_EVERY_MS = 5000;

describe('an e-mail leaves when it is caused, not when the worker next looks by itself', () => {
  it('is tried for every kind of e-mail, and for every call that wakes the worker', () => {
    const tried = CAUSES.flatMap(({ kinds }) => kinds);
    assert.deepEqual([...new Set(tried)].sort(), Object.keys(KINDS).sort());
    const src = resolve(import.meta.dirname, '../../src');
    for (const file of globSync('{accounts,operations}/**/*.ts', { cwd: src })) {
      const text = readFileSync(join(src, file), 'utf8');
      const calls = text.match(/\bwakeMail(?:WithJitter)?\(/g)?.length ?? 0;
      const rows = CAUSES.filter(({ wakes }) => wakes === file.replaceAll('\\', '/')).length;
      assert.ok(rows >= calls, `${file} wakes the worker ${calls} times, of which ${rows} are tried`);
    }
  });

  it('whatever causes it', async (t) => {
    const database = await createTestDatabase(t, 'sqlite');
    const first = await startService(t, 'sqlite', SETTINGS, database);
    const accounts = await prepare(first);
    await first.emailsTo('');
    await first.stop();
    for (const { wakes, kinds, send } of CAUSES) {
      // A worker that has looked once and found nothing; in a time that stands still it never looks again by itself.
      const timers = createTestTimers({ standsStill: true });
      const service = await startService(t, 'sqlite', SETTINGS, { ...database, clock: { ...database.clock, timers } });
      await until('the worker sleeps', () => timers.isSetFor(POLL_EVERY_MS));
      const { status } = await send(service, accounts);
      // The worker's pause between two looks, and no more.
      timers.pass(20);
      const isSent = () => kinds.every((kind) => kindsSent(service).includes(kind));
      assert.ok(status < 300, `${wakes}: ${status}`);
      await until(`${kinds} of ${wakes}`, isSent, 20_000);
      for (const email of service.smtp.received) assertOwnAddress(email);
      await service.stop();
    }
  });
});
