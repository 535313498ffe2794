import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { AUDIT_EVENTS, type AuditEvent } from '../../src/store/audit/event-types.ts';
import { actingAs } from '../support/acting.ts';
import { loggedInAdmin } from '../support/admin.ts';
import { addApp, protectedBy } from '../support/authenticator.ts';
import { BREACHED, breachedPasswordsMirror } from '../support/breached-passwords.ts';
import { ADMIN_CHANGES, LINK_CHANGES, OWN_CHANGES } from '../support/changing-operations.ts';
import { runCommand } from '../support/command.ts';
import { changeAddress, freeAddress, revert, revertToken } from '../support/email-change.ts';
import { register, sharedTicket } from '../support/identities.ts';
import { askForCode, askForRequest, loginByCode } from '../support/login-code.ts';
import { addOpenIdApp, Browser, discover, tokensFor } from '../support/openid.ts';
import { loginOptions, postPasskey, withPasskey } from '../support/passkey.ts';
import { imageOf, PICTURE } from '../support/pictures.ts';
import { ROUTES } from '../support/routes.ts';
import { sharedService } from '../support/scenarios.ts';
import {
  EVERY_FEATURE,
  loggedIn,
  logIn,
  registered,
  registration,
  type Service,
  startService,
  verified,
} from '../support/service.ts';
import { until } from '../support/until.ts';

const DAY_MS = 86_400_000;
const SETTINGS = {
  ...{ ...EVERY_FEATURE, SESSIONS: 'many', MAX_SESSIONS: '2', REFRESH_ROTATION: 'on', DELETION_GRACE: '14d' },
  ...{ UNVERIFIED_KEPT: '10d', MAX_EMAIL_BURST: '0', MAX_FAILED_LOGINS: '2', MAX_FAILED_CODES: '1' },
  ...{ ADMIN_EMAIL_CHANGE: 'at-once', TRUST_PROXY: '127.0.0.1', DATA_KEYS: 'one:first-key-of-the-tests-7d1c0b9a52' },
  EMAIL_LOGIN: 'on',
};

/** Who an event names: an account (null: none; NaN: some), an actor (null: the owner, or nobody), and how often. */
type Who = readonly [userId: number | null, actor: string | null, times?: number];
/** Goes a way at whose end the event must be there. */
type Path = (service: Service) => Promise<Who>;

const folder = mkdtempSync(join(tmpdir(), 'latchkey-events-'));
const post = <P extends string>({ request }: Service, path: P, token: string | undefined, body?: unknown) =>
  request('POST', path, { token, body });
const byOperator: Who = [null, 'operator'];

async function command(service: Service, args: readonly string[], settings = {}): Promise<void> {
  const { code, stderr } = await runCommand(args, {
    ...{ DATABASE_URL: service.database.url, DATA_DIR: folder, KEYS_DIR: join(folder, 'keys'), OPENID: 'on' },
    ...{ DATA_KEYS: SETTINGS.DATA_KEYS, ...settings },
  });
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
}
const operator =
  (...args: string[]): Path =>
  async (service) => {
    await command(service, args);
    return byOperator;
  };
/** A command about an account, behind others about it. */
const operatorFor =
  (...commands: readonly (readonly string[])[]): Path =>
  async (service) => {
    const { id, email } = await loggedIn(service);
    for (const words of commands) await command(service, [...words.slice(0, 2), email, ...words.slice(2)]);
    return [id, 'operator'];
  };

async function send(service: Service, id: string, token: string, { params = {}, body, headers }: Partial<Sent>) {
  const route = ROUTES.find(({ operation }) => operation.id === id) ?? assert.fail(id);
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
  const answer = await service.request(route.method, path, { token, body, ...(headers && { headers }) });
  assert.ok(answer.status < 300, `${id}: ${answer.text}`);
}
type Sent = Awaited<ReturnType<(typeof OWN_CHANGES)[string]>>;

const own =
  (id: string): Path =>
  async (service) => {
    const first = await loggedIn(service);
    const prepared = (await OWN_CHANGES[id]?.(service, first)) ?? assert.fail(id);
    const sender = prepared.sender ?? first;
    await send(service, id, sender.accessToken, prepared);
    return [sender.id, null];
  };
/** By an administrator, about the account of the path or, with `isAboutNone`, about none. */
const admin =
  (id: string, isAboutNone = false, body?: object): Path =>
  async (service) => {
    const sender = await loggedInAdmin(service);
    const prepared = (await ADMIN_CHANGES[id]?.(service, sender)) ?? {};
    await send(service, id, sender.accessToken, { ...prepared, ...(body && { body }) });
    return [isAboutNone ? null : Number(prepared.params?.id ?? Number.NaN), `user:${sender.id}`];
  };
/** As `admin`, where the account is not in the path. */
const adminOfAny =
  (id: string, body?: object): Path =>
  async (service) => [Number.NaN, (await admin(id, true, body)(service))[1]];
const exported =
  (what: string): Path =>
  async (service) => {
    const { id, accessToken: token } = await loggedInAdmin(service);
    assert.equal((await service.request('GET', `/api/admin/${what}/export`, { token })).status, 200);
    return [null, `user:${id}`];
  };
const link =
  (id: string): Path =>
  async (service) => {
    const { account, token, body } =
      (await LINK_CHANGES[id]?.(service, await loggedInAdmin(service))) ?? assert.fail(id);
    await send(service, id, token, { body });
    return [account.id, null];
  };
/** The owner sends something without a token that is refused, or not. */
const tried =
  (path: string, bodyOf: (account: Awaited<ReturnType<typeof verified>>) => object, status: number, times = 1): Path =>
  async (service) => {
    const account = await verified(service);
    for (let time = 1; time < times; time += 1) await post(service, path, undefined, bodyOf(account));
    const answer = await post(service, path, undefined, bodyOf(account));
    assert.equal(answer.status, status, answer.text);
    return [account.id, null];
  };
const WRONG = 'Wrong-one-1';
const wrong = ({ email }: { email: string }) => ({ email, password: WRONG });
const withSession =
  (path: string, bodyOf: (password: string) => object, status: number): Path =>
  async (service) => {
    const { id, password, accessToken } = await loggedIn(service);
    assert.equal((await post(service, path, accessToken, bodyOf(password))).status, status);
    return [id, null];
  };
const swept =
  (prepare: Path, days: number, event: AuditEvent): Path =>
  async (service) => {
    const who = await prepare(service);
    await service.clock.advance(days * DAY_MS);
    const found = 'SELECT id FROM audit_events WHERE event = $1 AND user_id = $2';
    await until('housekeeping has done it', () => service.db.one(found, [event, who[0]]));
    return [who[0], null];
  };
const codes =
  (codeOf: (account: Awaited<ReturnType<typeof protectedBy>>) => string, status: number): Path =>
  async (service) => {
    const account = await protectedBy(service, await verified(service));
    const { email, password } = account;
    const answer = await post(service, '/api/login', undefined, { email, password, code: codeOf(account) });
    assert.equal(answer.status, status, answer.text);
    return [account.id, null];
  };
const WRONG_CODE = '000000';

async function revertedChange(service: Service, before: (session: Awaited<ReturnType<typeof loggedIn>>) => unknown) {
  const session = await loggedIn(service);
  const changed = await changeAddress(service, session, freeAddress());
  await before(changed);
  assert.equal((await revert(service, await revertToken(service, session.email))).status, 200);
  return session.id;
}

async function applied(service: Service, stated: object, then?: object): Promise<Who> {
  for (const one of [stated, then ?? stated]) {
    writeFileSync(join(folder, 'stated.json'), JSON.stringify(one));
    await command(service, ['apply', join(folder, 'stated.json')]);
  }
  return byOperator;
}
let names = 0;
const named = () => {
  names += 1;
  return `app-${names}`;
};
const statedClient = (more = {}) => ({
  clients: [{ id: 'stated', name: 'App', redirect_uris: ['https://a.example/cb'], ...more }],
});
async function addedClient(service: Service): Promise<string> {
  return (await addOpenIdApp(service, { confidential: true, name: named() })).id;
}
const ofClient =
  (...words: readonly string[]): Path =>
  async (service) => {
    const id = await addedClient(service);
    await command(service, [...words.slice(0, 2), id, ...words.slice(2)]);
    return byOperator;
  };
async function keyOf(service: Service): Promise<string> {
  const name = named();
  await command(service, ['api-keys', 'create', name, '--scopes', 'users:read']);
  return String((await service.db.one<{ id: string }>('SELECT id FROM api_keys WHERE name = $1', [name]))?.id);
}
const dead = async (service: Service) =>
  Number((await ADMIN_CHANGES.adminDropEmail?.(service, await loggedInAdmin(service)))?.params?.id);
const ofMail =
  (action: string): Path =>
  async (service) => {
    await command(service, ['mail', action, String(await dead(service))]);
    return [Number.NaN, 'operator'];
  };
const ofAllMail =
  (action: string): Path =>
  async (service) => {
    await dead(service);
    await command(service, ['mail', action, 'dead']);
    return byOperator;
  };
const imported =
  (...options: readonly (readonly string[])[]): Path =>
  async (service) => {
    const [user] = [{ email: freeAddress(), full_name: 'Ada' }];
    const file = join(folder, 'users.jsonl');
    for (const [at, more] of options.entries()) {
      writeFileSync(file, JSON.stringify(at === 0 ? user : { ...user, industry: 'Mining' }));
      await command(service, ['import', file, ...more]);
    }
    const found = await service.db.one<{ id: number }>('SELECT id FROM users WHERE email = $1', [user?.email ?? '']);
    return [found?.id ?? assert.fail('not imported'), 'operator'];
  };
/** With other settings: goes a way, and returns the account that has the events that are looked for. */
const elsewhere =
  (
    settings: Record<string, string>,
    condition: string,
    times: number,
    go: (service: Service) => Promise<number>,
  ): Path =>
  async () => {
    const cleanUps: (() => unknown)[] = [];
    const t = { after: (cleanUp: () => unknown) => cleanUps.push(cleanUp) };
    const service = await startService(t, 'sqlite', settings);
    const id = await go(service);
    const found = await service.db.all(`SELECT id FROM audit_events WHERE ${condition} AND user_id = $1`, [id]);
    for (const cleanUp of cleanUps) await cleanUp();
    return found.length === times ? ELSEWHERE : assert.fail(`${condition}: recorded ${found.length} times`);
  };
const firstAdmin = elsewhere(
  { FIRST_ADMIN_EMAIL: 'boss@example.com' },
  "actor = 'FIRST_ADMIN_EMAIL'",
  1,
  async (service) => (await verified(service, { email: 'boss@example.com' })).id,
);
const termsAccepted = elsewhere(
  { TERMS_VERSION: '2026-11', TERMS_URL: '/terms' },
  "event = 'terms_accepted'",
  2,
  async (service) => {
    const accept = { accept_terms: true };
    const { id, email, password } = await verified(service, accept);
    await service.db.all("UPDATE terms_acceptances SET version = '2025-01' WHERE user_id = $1", [id]);
    await post(service, '/api/login', undefined, { email, password, ...accept });
    return id;
  },
);
/** The event was looked for in another database. */
const ELSEWHERE: Who = [Number.NaN, 'elsewhere'];

/** Every way at whose end an event must be recorded. */
const PATHS: Readonly<Record<AuditEvent, readonly Path[]>> = {
  registered: [async (service) => [(await registered(service)).id, null]],
  verified: [link('verify'), link('acceptInvitation')],
  invited: [adminOfAny('adminInviteUser'), adminOfAny('adminInviteUsers')],
  invitation_cancelled: [admin('adminCancelInvitation')],
  account_made: [
    adminOfAny('adminInviteUser', { ...registration(), password: undefined, confirmed: true }),
    async (service) => {
      const made = ['--name', 'Ada', '--phone', '+1 23', '--industry', 'Mining', '--confirmed'];
      await command(service, ['users', 'create', freeAddress(), ...made]);
      return [Number.NaN, 'operator'];
    },
  ],
  imported: [imported(['--verified']), imported(['--verified'], ['--verified', '--update'])],
  accounts_exported: [operator('export')],
  invitation_accepted: [
    link('acceptInvitation'),
    async (service) => {
      const { accessToken: token } = await loggedInAdmin(service);
      const email = freeAddress();
      const invited = await service.request('POST', '/api/admin/invitations', { token, body: { emails: [email] } });
      assert.equal((await loginByCode(service, await askForCode(service, email))).status, 200);
      return [invited.data.outcomes[0]?.id ?? null, null];
    },
  ],
  verification_resent: [admin('adminResendVerification')],
  registration_withdrawn: [
    async (service) => {
      const { id, email, password } = await registered(service);
      assert.equal((await post(service, '/api/register/withdraw', undefined, { email, password })).status, 200);
      return [id, null];
    },
    async (service) => {
      const ticket = await sharedTicket(service);
      const { id } = (await register(service, ticket)).data;
      assert.equal((await register(service, ticket)).status, 201);
      return [id, null];
    },
  ],
  terms_accepted: [termsAccepted],
  withdrawal_refused: [tried('/api/register/withdraw', ({ email, password }) => ({ email, password }), 409)],
  declined: [link('declineVerification')],
  unverified_removed: [swept(async (service) => [(await registered(service)).id, null], 11, 'unverified_removed')],
  logged_in: [
    async (service) => [(await loggedIn(service)).id, null],
    async (service) => {
      const account = await verified(service);
      assert.equal((await postPasskey(service, await withPasskey(service, account))).status, 200);
      return [account.id, null];
    },
  ],
  logged_out: [
    async (service) => {
      const { id, refreshToken: refresh_token } = await loggedIn(service);
      assert.equal((await post(service, '/api/logout', undefined, { refresh_token })).status, 200);
      return [id, null];
    },
  ],
  session_ended: [
    ...[own('endSession'), own('endOtherSessions'), admin('adminEndUserSession'), admin('adminEndUserSessions')],
    ...[adminOfAny('adminEndSessions'), operatorFor(['sessions', 'end'])],
    async (service) => {
      const account = await loggedIn(service);
      for (const _ of [1, 2]) await logIn(service, account);
      return [account.id, 'MAX_SESSIONS'];
    },
  ],
  sessions_revoked: [operator('sessions', 'revoke-all')],
  refresh_reused: [
    async (service) => {
      const { id, refreshToken } = await loggedIn(service);
      const next = (refresh_token?: string) => post(service, '/api/refresh', undefined, { refresh_token });
      const { data } = await next((await next(refreshToken)).data.refresh_token);
      assert.ok(data.refresh_token);
      assert.equal((await next(refreshToken)).status, 401);
      return [id, null];
    },
  ],
  login_failed: [
    tried('/api/login', wrong, 401),
    async (service) => {
      await post(service, '/api/login', undefined, { email: freeAddress(), password: WRONG });
      return [null, null];
    },
  ],
  login_code_asked: [
    tried('/api/login/email', ({ email }) => ({ email }), 200),
    async (service) => {
      await askForRequest(service, freeAddress());
      return [null, null];
    },
  ],
  login_code_failed: [
    async (service) => {
      const { id, email } = await verified(service);
      assert.equal(
        (await loginByCode(service, { request: await askForRequest(service, email), code: '' })).status,
        401,
      );
      return [id, null];
    },
  ],
  reauthenticated: [
    own('reauthenticate'),
    async (service) => {
      const account = await verified(service);
      const passkey = await withPasskey(service, account);
      const { access_token: token } = (await postPasskey(service, passkey)).data;
      const body = { passkey: passkey.get(await loginOptions(service)) };
      assert.equal((await post(service, '/api/reauthenticate', token, body)).status, 200);
      return [account.id, null];
    },
  ],
  reauthentication_failed: [withSession('/api/reauthenticate', () => ({ password: WRONG }), 401)],
  second_factor_failed: [codes(() => WRONG_CODE, 401)],
  codes_refused: [codes(() => WRONG_CODE, 401)],
  recovery_code_used: [codes(({ recoveryCodes }) => recoveryCodes[0] ?? '', 200)],
  totp_added: [own('confirmTotp')],
  totp_removed: [own('removeTotp')],
  recovery_codes_made: [own('renewRecoveryCodes')],
  second_factor_reset: [
    admin('adminResetSecondFactor'),
    async (service) => {
      const { id, email } = await protectedBy(service, await verified(service));
      await command(service, ['users', 'reset-second-factor', email]);
      return [id, 'operator'];
    },
  ],
  password_breached: [
    elsewhere(
      { BREACHED_PASSWORDS: await breachedPasswordsMirror() },
      "event = 'password_breached'",
      1,
      async (service) => {
        const { id, email } = await loggedIn(service, { password: BREACHED });
        await until('the owner is told', async () => (await service.emailsTo(email)).length === 2);
        return id;
      },
    ),
  ],
  password_change_failed: [
    withSession('/api/change-password', () => ({ current_password: WRONG, new_password: 'Another-one-1' }), 401),
  ],
  throttled: [
    tried('/api/login', wrong, 401, 2),
    async (service) => {
      const { id, accessToken } = await loggedIn(service);
      for (const _ of [1, 2]) await post(service, '/api/reauthenticate', accessToken, { password: WRONG });
      return [id, null];
    },
  ],
  passkey_added: [own('addPasskey')],
  passkey_removed: [own('removePasskey')],
  identity_linked: [own('linkIdentity')],
  identity_unlinked: [own('unlinkIdentity'), admin('adminUnlinkUserIdentity')],
  passkey_failed: [
    async (service) => {
      const account = await verified(service);
      const passkey = await withPasskey(service, account);
      assert.equal((await postPasskey(service, passkey, { bogusSignature: true })).status, 401);
      return [account.id, null];
    },
  ],
  password_changed: [own('changePassword')],
  reset_asked: [
    admin('adminSendReset'),
    tried('/api/forgot-password', ({ email }) => ({ email }), 200),
    async (service) => {
      await post(service, '/api/forgot-password', undefined, { email: freeAddress() });
      return [null, null];
    },
  ],
  reset_done: [link('resetPassword')],
  profile_updated: [
    ...[own('updateMe'), own('setPicture'), admin('adminUpdateUser'), admin('adminSetUserPicture')],
    async (service) => {
      const { id, accessToken: token } = await loggedIn(service);
      await service.request('PUT', '/api/me/picture', { token, body: imageOf(PICTURE) });
      assert.equal((await service.request('DELETE', '/api/me/picture', { token })).status, 200);
      return [id, null, 2];
    },
  ],
  email_change_requested: [own('requestEmailChange'), admin('adminChangeUserEmail')],
  email_changed: [
    link('confirmEmailChange'),
    async (service) => {
      const { id, accessToken: token } = await loggedInAdmin(service);
      const user = await loggedIn(service);
      const body = { email: freeAddress(), at_once: true, reason: 'Ticket 4711' };
      const answer = await post(service, `/api/admin/users/${user.id}/email`, token, body);
      assert.equal(answer.status, 200, answer.text);
      return [user.id, `user:${id}`];
    },
  ],
  email_change_cancelled: [own('cancelEmailChange')],
  email_change_stopped: [link('stopEmailChange')],
  email_change_reverted: [link('revertEmailChange')],
  deletion_scheduled: [own('deleteMe')],
  deletion_cancelled: [
    async (service) => {
      const session = await loggedIn(service);
      await post(service, '/api/me/delete', session.accessToken);
      await logIn(service, session);
      return [session.id, null];
    },
    async (service) => [
      await revertedChange(service, ({ accessToken }) => post(service, '/api/me/delete', accessToken)),
      null,
    ],
  ],
  deleted: [admin('adminDeleteUser'), operatorFor(['users', 'delete', '--yes']), swept(own('deleteMe'), 15, 'deleted')],
  exported: [
    async (service) => {
      const { id, accessToken: token } = await loggedIn(service);
      assert.equal((await service.request('GET', '/api/me/export', { token })).status, 200);
      return [id, null];
    },
    async (service) => {
      const [sender, { id }] = [await loggedInAdmin(service), await loggedIn(service)];
      await service.request('GET', `/api/admin/users/${id}/export`, { token: sender.accessToken });
      return [id, `user:${sender.id}`];
    },
    operatorFor(['users', 'export']),
  ],
  suspended: [admin('adminSuspendUser'), adminOfAny('adminChangeUsers'), operatorFor(['users', 'suspend'])],
  reinstated: [admin('adminReinstateUser'), operatorFor(['users', 'suspend'], ['users', 'reinstate'])],
  unlocked: [operatorFor(['users', 'unlock'])],
  role_changed: [
    ...[admin('adminSetUserRole'), operatorFor(['users', 'promote'])],
    operatorFor(['users', 'promote'], ['users', 'demote']),
    async (service) => [(await own('becomeAdministrator')(service))[0], 'admin link'],
    adminOfAny('adminInviteUser', { ...registration(), password: undefined, role: 'ADMIN' }),
    async (service) => {
      const { id, email } = await verified(service);
      await applied(service, { administrators: [email] });
      return [id, 'operator'];
    },
    firstAdmin,
  ],
  acted_as: [admin('adminActAsUser')],
  acting_ended: [
    async (service) => {
      const [sender, user] = [await loggedInAdmin(service), await loggedIn(service)];
      await post(service, '/api/act-as/end', await actingAs(service, sender, user));
      return [user.id, `user:${sender.id}`];
    },
    async (service) => {
      const [sender, user, other] = [await loggedInAdmin(service), await loggedIn(service), await loggedIn(service)];
      for (const one of [user, other]) await actingAs(service, sender, one);
      return [user.id, `user:${sender.id}`];
    },
  ],
  note_added: [admin('adminAddNote')],
  note_removed: [admin('adminRemoveNote')],
  email_retried: [
    adminOfAny('adminRetryEmail'),
    admin('adminRetryDeadEmails', true),
    ofMail('retry'),
    ofAllMail('retry'),
  ],
  email_dropped: [adminOfAny('adminDropEmail'), admin('adminDropDeadEmails', true), ofMail('drop'), ofAllMail('drop')],
  test_email_sent: [adminOfAny('adminSendTestEmail')],
  backup_made: [operator('backup', join(folder, 'backup.db')), operator('backup', '--into', join(folder, 'backups'))],
  setup_step_dismissed: [admin('adminDismissSetupStep', true)],
  setup_step_reopened: [
    async (service) => {
      await admin('adminDismissSetupStep', true)(service);
      return admin('adminDismissSetupStep', true, { dismissed: false })(service);
    },
  ],
  admin_link_made: [operator('admin', 'link'), operatorFor(['admin', 'link'])],
  api_key_made: [
    adminOfAny('adminCreateApiKey'),
    async (service) => {
      await keyOf(service);
      return byOperator;
    },
    async (service) => applied(service, { api_keys: [{ name: named(), scopes: ['users:read'] }] }),
  ],
  api_key_changed: [
    async (service) => {
      const name = named();
      const stated = (scopes: string[]) => ({ api_keys: [{ name, scopes }] });
      return applied(service, stated(['users:read']), stated(['users:read', 'users:write']));
    },
  ],
  api_key_revoked: [
    adminOfAny('adminRevokeApiKey'),
    async (service) => {
      await command(service, ['api-keys', 'revoke', await keyOf(service)]);
      return byOperator;
    },
    async (service) => {
      const body = { name: 'A program', scopes: ['users:read'], days: 30 };
      const id = await revertedChange(service, async ({ email, accessToken }) => {
        await command(service, ['users', 'promote', email]);
        assert.equal((await post(service, '/api/admin/api-keys', accessToken, body)).status, 201);
      });
      return [id, null];
    },
  ],
  client_added: [
    admin('adminAddClient', true),
    operator('clients', 'add', 'Shop', '--redirect-uri', 'https://shop.example.com/cb'),
    (service) => applied(service, statedClient()),
  ],
  client_changed: [
    admin('adminChangeClient', true),
    ofClient('clients', 'change', '--name', 'Another'),
    (service) => applied(service, statedClient(), statedClient({ name: 'Another' })),
  ],
  client_secret_rotated: [admin('adminRotateClientSecret', true), ofClient('clients', 'rotate-secret')],
  client_removed: [admin('adminRemoveClient', true), ofClient('clients', 'remove')],
  app_allowed: [
    async (service) => {
      const session = await loggedIn(service);
      const app = await addOpenIdApp(service, { firstParty: false });
      await tokensFor(await discover(service, app), new Browser(service), session);
      return [session.id, null];
    },
  ],
  app_removed: [own('removeApp')],
  data_keys_rotated: [
    async (service) => {
      const session = await loggedIn(service);
      await addApp(service, session, session.accessToken);
      const keys = `two:second-key-of-the-tests-7d1c0b9a52,${SETTINGS.DATA_KEYS}`;
      await command(service, ['data-keys', 'rotate'], { DATA_KEYS: keys });
      return byOperator;
    },
  ],
  audit_exported: [exported('audit')],
  users_exported: [exported('users')],
  sessions_exported: [exported('sessions')],
  emails_exported: [exported('emails')],
  key_rotated: [operator('keys', 'rotate')],
  key_retired: [
    async (service) => {
      for (const _ of [1, 2]) await command(service, ['keys', 'rotate']);
      const { stdout } = await runCommand(['keys', 'list', '--json'], {
        KEYS_DIR: join(folder, 'keys'),
        DATA_DIR: folder,
      });
      const old = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .find(({ state }) => state === 'waits');
      await command(service, ['keys', 'retire', old.kid, '--force']);
      return byOperator;
    },
  ],
};

describe('an audit event', () => {
  const service = sharedService('sqlite', SETTINGS);
  before(() => command(service(), ['keys', 'rotate']));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('has a way here, whichever it is', () => {
    for (const event of Object.keys(AUDIT_EVENTS)) assert.ok(PATHS[event as AuditEvent]?.length > 0, event);
  });

  for (const [event, paths] of Object.entries(PATHS)) {
    it(`is recorded on every way that leads to it: ${event}`, async () => {
      for (const [at, path] of paths.entries()) {
        const last = (await service().db.one<{ id: number }>('SELECT MAX(id) AS id FROM audit_events'))?.id ?? 0;
        const [userId, actor, times = 1] = await path(service());
        if (actor === ELSEWHERE[1]) continue;
        const found = await service().db.all<{ user_id: number | null; actor: string | null }>(
          'SELECT user_id, actor FROM audit_events WHERE id > $1 AND event = $2',
          [last, event],
        );
        const fitting = found.filter((one) => one.actor === actor && (Number.isNaN(userId) || one.user_id === userId));
        assert.ok(fitting.length >= times, `way ${at + 1} of ${event}: ${JSON.stringify([userId, actor, found])}`);
      }
    });
  }
});
