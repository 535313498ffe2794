import assert from 'node:assert/strict';
import { makeAdminLink } from '../../src/administration/admin-links.ts';
import { OPERATOR } from '../../src/cli/framework/operator.ts';
import { operatorLogin } from '../../src/core/sign-in/recent-login.ts';
import { actingAs } from './acting.ts';
import { apiKeyOf } from './admin.ts';
import { atNextStep, codeOfApp, type ProtectedAccount, protectedBy } from './authenticator.ts';
import { askForAddress, changeAddress, confirmToken, freeAddress, revertToken, stopToken } from './email-change.ts';
import { linked, person, sharedTicket } from './identities.ts';
import { addOpenIdApp, Browser, discover, tokensFor } from './openid.ts';
import { addedClient, newClient } from './openid-clients.ts';
import { Authenticator, addPasskey, creationOptions } from './passkey.ts';
import { imageOf, PICTURE } from './pictures.ts';
import {
  type Account,
  claimsOf,
  loggedIn,
  logIn,
  newestToken,
  registered,
  registration,
  resetToken,
  type Service,
  type Session,
  verificationToken,
  verified,
} from './service.ts';

/** What is sent to an operation, such that it would be done. */
export interface Prepared {
  /** The values of the parameters of its path. */
  readonly params?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Where the sender given is not the one that is needed, such as one with an authenticator app. */
  readonly sender?: Session;
}

type Prepare = (service: Service, sender: Session) => Promise<Prepared>;

const withCode = async (service: Service, account: ProtectedAccount): Promise<Session> => {
  const code = codeOfApp(account.secret, await atNextStep(service));
  const { email, password } = account;
  const { status, data, text } = await service.request('POST', '/api/login', { body: { email, password, code } });
  assert.equal(status, 200, text);
  return { ...account, accessToken: data.access_token, refreshToken: data.refresh_token };
};

const withApp = async (service: Service) => withCode(service, await protectedBy(service, await verified(service)));

const passkeyOf = async (service: Service, { accessToken: token }: Session) => {
  await addPasskey(service, token);
  const { data } = await service.request('GET', '/api/me/passkeys', { token });
  const [{ id } = { id: '' }] = data.passkeys;
  return { id };
};

const sessionOf = async (service: Service, account: Account) =>
  claimsOf((await logIn(service, account)).data.access_token).sid ?? '';

/** Of operations that take an access token. */
export const OWN_CHANGES: Readonly<Record<string, Prepare>> = {
  updateMe: async () => ({ body: { industry: 'Poetry' } }),
  setPicture: async () => ({ body: imageOf(PICTURE) }),
  removePicture: async () => ({}),
  cancelEmailChange: async (service, sender) => {
    assert.equal((await askForAddress(service, sender, freeAddress())).status, 200);
    return {};
  },
  deleteMe: async () => ({}),
  requestEmailChange: async () => ({ body: { email: freeAddress() } }),
  reauthenticate: async (_, { password }) => ({ body: { password } }),
  endSession: async (service, sender) => ({ params: { id: await sessionOf(service, sender) } }),
  endOtherSessions: async (service, sender) => {
    await logIn(service, sender);
    return {};
  },
  addTotp: async () => ({}),
  confirmTotp: async (service, { accessToken: token }) => {
    const { secret } = (await service.request('POST', '/api/me/totp', { token })).data;
    return { body: { code: codeOfApp(secret, await atNextStep(service)) } };
  },
  removeTotp: async (service) => ({ sender: await withApp(service) }),
  renewRecoveryCodes: async (service) => ({ sender: await withApp(service) }),
  addPasskeyOptions: async () => ({ body: {} }),
  addPasskey: async (service, { accessToken }) => ({
    body: { credential: new Authenticator().create(await creationOptions(service, accessToken)) },
  }),
  renamePasskey: async (service, sender) => ({ params: await passkeyOf(service, sender), body: { name: 'Mine' } }),
  beginConfirming: async (service, sender) => {
    await linked(service, sender);
    return { body: { provider: 'corp' } };
  },
  beginLinking: async () => ({ body: { provider: 'corp' } }),
  linkIdentity: async (service, { accessToken }) => ({
    body: { ticket: await sharedTicket(service, person(), accessToken) },
  }),
  unlinkIdentity: async (service, sender) => ({ params: { id: await linked(service, sender) } }),
  removePasskey: async (service, sender) => ({ params: await passkeyOf(service, sender) }),
  answerInteraction: async (service) => {
    const browser = new Browser(service);
    const uid = await browser.begin(await addOpenIdApp(service));
    return { params: { uid }, body: {}, headers: { cookie: browser.cookiesFor('/api') } };
  },
  removeApp: async (service, sender) => {
    const app = await addOpenIdApp(service);
    await tokensFor(await discover(service, app), new Browser(service), sender);
    return { params: { id: app.id } };
  },
  changePassword: async (_, { password }) => ({ body: { current_password: password, new_password: 'Another-one-1' } }),
  becomeAdministrator: async ({ db }) => ({
    body: { token: await makeAdminLink(db, undefined, operatorLogin(), OPERATOR) },
  }),
};

/** An account with an authenticator app needs more. */
export const changePasswordWithCode: Prepare = async (service) => {
  const account = await protectedBy(service, await verified(service));
  const sender = await withCode(service, account);
  const code = account.recoveryCodes[0];
  return { sender, body: { current_password: account.password, new_password: 'Another-one-1', code } };
};

const targetUser: Prepare = async (service) => ({ params: { id: (await loggedIn(service)).id } });

/** The id of an e-mail that was given up. */
async function deadEmail(service: Service): Promise<number> {
  const { email } = await registered(service);
  await service.emailsTo(email);
  const found = await service.db.one<{ id: number }>(
    "SELECT id FROM outbox WHERE state = 'sent' ORDER BY id DESC LIMIT 1",
  );
  await service.db.one("UPDATE outbox SET state = 'dead' WHERE id = $1", [found?.id ?? 0]);
  return found?.id ?? 0;
}

const dead: Prepare = async (service) => ({ params: { id: await deadEmail(service) } });

/** Of operations of the administration. */
export const ADMIN_CHANGES: Readonly<Record<string, Prepare>> = {
  adminInviteUser: async () => {
    const { password: _, ...invited } = registration();
    return { body: invited };
  },
  adminInviteUsers: async () => ({ body: { emails: [freeAddress()] } }),
  adminCancelInvitation: async (service, { accessToken: token }) => {
    const { data } = await service.request('POST', '/api/admin/invitations', {
      token,
      body: { emails: [freeAddress()] },
    });
    return { params: { id: data.outcomes[0]?.id ?? 0 } };
  },
  adminUpdateUser: async (service, sender) => ({ ...(await targetUser(service, sender)), body: { industry: 'Crime' } }),
  adminChangeUserEmail: async (service, sender) => ({
    ...(await targetUser(service, sender)),
    body: { email: freeAddress() },
  }),
  adminAddNote: async (service, sender) => ({ ...(await targetUser(service, sender)), body: { text: 'Called.' } }),
  adminRemoveNote: async (service, { accessToken: token }) => {
    const { id } = await loggedIn(service);
    const { data } = await service.request('POST', `/api/admin/users/${id}/notes`, {
      token,
      body: { text: 'Called.' },
    });
    return { params: { id, note: data.id } };
  },
  adminActAsUser: async (service, sender) => ({ ...(await targetUser(service, sender)), body: { reason: 'A ticket' } }),
  adminSuspendUser: targetUser,
  adminReinstateUser: async (service, { accessToken: token }) => {
    const { id } = await verified(service);
    assert.equal((await service.request('POST', `/api/admin/users/${id}/suspend`, { token })).status, 200);
    return { params: { id } };
  },
  adminSetUserRole: async (service, sender) => ({ ...(await targetUser(service, sender)), body: { role: 'ADMIN' } }),
  adminSetUserPicture: async (service, sender) => ({
    ...(await targetUser(service, sender)),
    body: imageOf(PICTURE),
  }),
  adminRemoveUserPicture: targetUser,
  adminEndUserSessions: targetUser,
  adminSendReset: targetUser,
  adminResendVerification: async (service) => ({ params: { id: (await registered(service)).id } }),
  adminResetSecondFactor: async (service) => ({ params: { id: (await withApp(service)).id } }),
  adminDeleteUser: targetUser,
  adminChangeUsers: async (service) => {
    const ids = [(await verified(service)).id, (await verified(service)).id];
    return { body: { action: 'suspend', ids } };
  },
  adminUnlinkUserIdentity: async (service) => {
    const account = await loggedIn(service);
    return { params: { id: account.id, identity: await linked(service, account) } };
  },
  adminEndUserSession: async (service) => {
    const { id, accessToken } = await loggedIn(service);
    return { params: { id, session: claimsOf(accessToken).sid ?? '' } };
  },
  adminEndSessions: async (service) => {
    const { id, accessToken } = await loggedIn(service);
    return { body: { sessions: [`${id}/${claimsOf(accessToken).sid}`] } };
  },
  adminRetryEmail: dead,
  adminDropEmail: dead,
  adminRetryDeadEmails: dead,
  adminDropDeadEmails: dead,
  adminDismissSetupStep: async () => ({ params: { step: 'backups' }, body: { dismissed: true } }),
  adminSendTestEmail: async () => ({}),
  adminCreateApiKey: async () => ({ body: { name: 'A program', scopes: ['users:write'], days: 30 } }),
  adminAddClient: async () => ({ body: newClient() }),
  adminChangeClient: async (service, sender) => ({
    params: { id: (await addedClient(service, sender)).id },
    body: { redirect_uris: ['https://evil.example/cb'] },
  }),
  adminRotateClientSecret: async (service, sender) => ({ params: { id: (await addedClient(service, sender)).id } }),
  adminRemoveClient: async (service, sender) => ({ params: { id: (await addedClient(service, sender)).id } }),
  adminRevokeApiKey: async (service, sender) => {
    const [, id = ''] = (await apiKeyOf(service, sender, { scopes: ['users:read'] })).split('_');
    return { params: { id } };
  },
};

/** The account that a mailed link belongs to, and its token. */
export interface Link {
  readonly account: Account;
  readonly token: string;
  readonly body?: unknown;
}

const asked = async (service: Service) => {
  const account = await loggedIn(service);
  const address = freeAddress();
  assert.equal((await askForAddress(service, account, address)).status, 200);
  return { account, address };
};

/** Of operations that take the token of a mailed link, or another one that is no access token. */
export const LINK_CHANGES: Readonly<Record<string, (service: Service, admin: Session) => Promise<Link>>> = {
  verify: async (service) => {
    const account = await registered(service);
    return { account, token: await verificationToken(service, account.email) };
  },
  declineVerification: async (service) => {
    const account = await registered(service);
    return { account, token: await verificationToken(service, account.email) };
  },
  acceptInvitation: async (service, { accessToken }) => {
    const { password, ...invited } = registration();
    const { data, status } = await service.request('POST', '/api/admin/users', { token: accessToken, body: invited });
    assert.equal(status, 201);
    const account = { id: data.id, email: data.email, phoneNumber: data.phone_number, password };
    const token = await newestToken(service, account.email, '/invitation');
    return { account, token, body: { new_password: password } };
  },
  endActing: async (service, admin) => {
    const account = await verified(service);
    return { account, token: await actingAs(service, admin, account) };
  },
  resetPassword: async (service) => {
    const account = await verified(service);
    return { account, token: await resetToken(service, account.email), body: { new_password: 'Another-one-1' } };
  },
  confirmEmailChange: async (service) => {
    const { account, address } = await asked(service);
    return { account, token: await confirmToken(service, address) };
  },
  stopEmailChange: async (service) => {
    const { account } = await asked(service);
    return { account, token: await stopToken(service, account.email) };
  },
  revertEmailChange: async (service) => {
    const before = await loggedIn(service);
    const account = await changeAddress(service, before, freeAddress());
    return { account, token: await revertToken(service, before.email) };
  },
};

/** The owner chooses one by a mailed link, which ends every session. */
export const setNewPassword = async (service: Service, { email }: Account) => {
  const token = await resetToken(service, email);
  const answer = await service.request('POST', '/api/reset-password', {
    token,
    body: { new_password: 'Owners-own-1' },
  });
  assert.equal(answer.status, 200, answer.text);
};
