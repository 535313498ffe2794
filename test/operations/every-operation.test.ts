import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { loggedInAdmin } from '../support/admin.ts';
import { ADMIN_CHANGES, LINK_CHANGES, OWN_CHANGES, type Prepared } from '../support/changing-operations.ts';
import type { RequestOptions } from '../support/client.ts';
import { person, register, sharedFlow, sharedTicket } from '../support/identities.ts';
import { askForCode } from '../support/login-code.ts';
import { addOpenIdApp, Browser } from '../support/openid.ts';
import { addedClient } from '../support/openid-clients.ts';
import { loginOptions, withPasskey } from '../support/passkey.ts';
import { ROUTES } from '../support/routes.ts';
import { sharedService } from '../support/scenarios.ts';
import {
  EVERY_FEATURE,
  loggedIn,
  registered,
  registration,
  type Service,
  type Session,
  verified,
} from '../support/service.ts';

const SETTINGS = {
  ...EVERY_FEATURE,
  SESSIONS: 'many',
  DELETION_GRACE: '14d',
  MAX_EMAIL_BURST: '0',
  ADMIN_EMAIL_CHANGE: 'at-once',
};

type Request = Pick<Prepared, 'params'> & RequestOptions;
type Prepare = (service: Service, admin: Session) => Promise<Request>;

const aUser: Prepare = async (service, { accessToken: token }) => {
  const { id } = await loggedIn(service);
  return { params: { id }, token };
};
const unverified: Prepare = async (service) => {
  const { email, password } = await registered(service);
  return { body: { email, password } };
};
const ofSession: Prepare = async (service) => ({ body: { refresh_token: (await loggedIn(service)).refreshToken } });
const nothing: Prepare = async () => ({});

/** What an app waits for on our pages: the login, or after an answer the consent. */
const interaction =
  (answers: 0 | 1, body?: unknown): Prepare =>
  async (service, admin) => {
    const browser = new Browser(service);
    let uid = await browser.begin(await addOpenIdApp(service, { firstParty: false }));
    if (answers > 0) {
      const back = await browser.get(await browser.answer(uid, admin, {}));
      uid = String(new URL(String(back.headers.get('location')), service.url).searchParams.get('interaction'));
    }
    return { params: { uid }, headers: { cookie: browser.cookiesFor('/api') }, body };
  };

/** Of operations that take no token, and of those that read one thing. */
const OTHERS: Readonly<Record<string, Prepare>> = {
  register: async () => ({ body: registration() }),
  withdrawRegistration: unverified,
  resendVerification: unverified,
  forgotPassword: unverified,
  ...Object.fromEntries(
    Object.entries({
      verificationDetails: 'verify',
      invitationDetails: 'acceptInvitation',
      resetPasswordDetails: 'resetPassword',
      confirmEmailChangeDetails: 'confirmEmailChange',
      stopEmailChangeDetails: 'stopEmailChange',
      revertEmailChangeDetails: 'revertEmailChange',
    }).map(([id, change]): [string, Prepare] => [
      id,
      async (service, admin) => ({ token: (await LINK_CHANGES[change]?.(service, admin))?.token }),
    ]),
  ),
  login: async (_, { email, password }) => ({ body: { email, password } }),
  sendLoginCode: unverified,
  loginEmail: async (service) => ({ body: await askForCode(service, (await verified(service)).email) }),
  refresh: ofSession,
  logout: ofSession,
  loginPasskeyOptions: nothing,
  loginPasskey: async (service) => {
    const authenticator = await withPasskey(service, await verified(service));
    return { body: { credential: authenticator.get(await loginOptions(service)) } };
  },
  listIdentityProviders: nothing,
  beginIdentity: async () => ({ body: { provider: 'corp' } }),
  finishIdentity: async (service) => ({ body: await sharedFlow(service) }),
  registerIdentity: async (service) => ({ body: { ...registration(), ticket: await sharedTicket(service) } }),
  loginIdentity: async (service) => {
    const who = person();
    await register(service, await sharedTicket(service, who), { email: who.email });
    return { body: { ticket: await sharedTicket(service, who) } };
  },
  getInteraction: interaction(0),
  answerConsent: interaction(1, { decision: 'allow' }),
  adminGetUser: aUser,
  adminExportUser: aUser,
  adminListNotes: aUser,
  adminListUserSessions: aUser,
  adminGetEmail: async ({ db }, { accessToken: token }) => ({
    params: { id: (await db.one<{ id: number }>('SELECT max(id) AS id FROM outbox'))?.id ?? 0 },
    token,
  }),
  adminGetClient: async (service, admin) => ({
    params: { id: (await addedClient(service, admin)).id },
    token: admin.accessToken,
  }),
};

/** A request that the operation grants. */
async function prepare(id: string, service: Service, admin: Session): Promise<Request> {
  const link = await LINK_CHANGES[id]?.(service, admin);
  if (link) return { token: link.token, body: link.body };
  const other = await OTHERS[id]?.(service, admin);
  if (other) return other;
  const given = id in OWN_CHANGES ? await loggedIn(service) : admin;
  const { sender = given, ...prepared } = (await (OWN_CHANGES[id] ?? ADMIN_CHANGES[id])?.(service, given)) ?? {};
  return { ...prepared, token: sender.accessToken };
}

// Their other tests are on SQLite in npm test.
describe('every operation succeeds on PostgreSQL', () => {
  const service = sharedService('postgres', SETTINGS);
  let admin: Session;
  before(async () => {
    admin = await loggedInAdmin(service());
    // So that nobody is the last administrator.
    await loggedInAdmin(service());
  });

  for (const { method, path, operation } of ROUTES) {
    it(`${method} ${path}`, async () => {
      const { params = {}, ...request } = await prepare(operation.id, service(), admin);
      const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => String(params[name]));
      const { status, text } = await service().request(method, filled, request);
      assert.equal(status, operation.status, text);
    });
  }
});
