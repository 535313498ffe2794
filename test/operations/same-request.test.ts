import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loggedInAdmin } from '../support/admin.ts';
import { ADMIN_CHANGES, LINK_CHANGES, OWN_CHANGES } from '../support/changing-operations.ts';
import { describeWhereDatabasesDiffer } from '../support/databases.ts';
import { person, sharedFlow, sharedTicket } from '../support/identities.ts';
import { askForCode } from '../support/login-code.ts';
import { addPasskey, loginOptions } from '../support/passkey.ts';
import { ROUTES } from '../support/routes.ts';
import { sharedService } from '../support/scenarios.ts';
import { isQuickRun } from '../support/scope.ts';
import {
  type Account,
  EVERY_FEATURE,
  loggedIn,
  registered,
  registration,
  type Service,
  verified,
} from '../support/service.ts';

const TIMES = 20;
const SETTINGS = { ...EVERY_FEATURE, SESSIONS: 'many', REFRESH_ROTATION: 'on', DELETION_GRACE: '14d' };
/** Of pino. */
const ERROR = 50;

interface Sent {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: string;
  readonly body?: unknown;
  /** Where the requests differ. */
  readonly bodyOf?: () => unknown;
}

const withoutPassword = ({ password: _, ...members }: ReturnType<typeof registration>) => members;

/** A row is named after its operation, and after a comma what is special about it. */
const operationIn = (name: string): string => name.replace(/,.*/, '');

const credentials = ({ email, password }: Account) => ({ email, password });

/** What strangers may send. */
const BY_STRANGERS: Readonly<Record<string, (service: Service) => Promise<Sent>>> = {
  register: async () => ({ body: registration() }),
  'register, with one address': async () => {
    const { email } = registration();
    return { bodyOf: () => registration({ email }) };
  },
  'register, with one number': async () => {
    const { phone_number } = registration();
    return { bodyOf: () => registration({ phone_number }) };
  },
  'login, right': async (service) => ({ body: credentials(await verified(service)) }),
  'login, wrong': async (service) => ({ body: { ...credentials(await verified(service)), password: 'Wrong1word' } }),
  refresh: async (service) => ({ body: { refresh_token: (await loggedIn(service)).refreshToken } }),
  logout: async (service) => ({ body: { refresh_token: (await loggedIn(service)).refreshToken } }),
  forgotPassword: async (service) => ({ body: { email: (await verified(service)).email } }),
  resendVerification: async (service) => ({ body: { email: (await registered(service)).email } }),
  withdrawRegistration: async (service) => ({ body: credentials(await registered(service)) }),
  sendLoginCode: async (service) => ({ body: { email: (await verified(service)).email } }),
  'loginEmail, right': async (service) => ({ body: await askForCode(service, (await verified(service)).email) }),
  'loginEmail, take over': async (service) => ({ body: await askForCode(service, (await registered(service)).email) }),
  loginPasskey: async (service) => {
    const authenticator = await addPasskey(service, (await loggedIn(service)).accessToken);
    return { body: { credential: authenticator.get(await loginOptions(service)) } };
  },
  loginPasskeyOptions: async () => ({}),
  beginIdentity: async () => ({ body: { provider: 'corp' } }),
  finishIdentity: async (service) => ({ body: await sharedFlow(service) }),
  'loginIdentity, takes over': async (service) => {
    const who = person();
    await registered(service, { email: who.email });
    return { body: { ticket: await sharedTicket(service, who) } };
  },
  'loginIdentity, known': async (service) => {
    const who = person();
    const ticket = await sharedTicket(service, who);
    const body = { ...withoutPassword(registration({ email: who.email })), ticket };
    assert.equal((await service.request('POST', '/api/register/identity', { body })).status, 201);
    return { body: { ticket } };
  },
  'registerIdentity, decided': async (service) => {
    const who = person();
    return {
      body: { ...withoutPassword(registration({ email: who.email })), ticket: await sharedTicket(service, who) },
    };
  },
  registerIdentity: async (service) => {
    const ticket = await sharedTicket(service, person({ email_verified: false }));
    return { bodyOf: () => ({ ...withoutPassword(registration()), ticket }) };
  },
  'registerIdentity, anew': async (service) => {
    const ticket = await sharedTicket(service, person({ email_verified: false }));
    const bodyOf = () => ({ ...withoutPassword(registration()), ticket });
    assert.equal((await service.request('POST', '/api/register/identity', { body: bodyOf() })).status, 201);
    return { bodyOf };
  },
  'registerIdentity, of addresses that it decides': async (service) => {
    const ticket = await sharedTicket(service);
    return { bodyOf: () => ({ ...withoutPassword(registration()), ticket }) };
  },
};

/** What somebody with a token may send. */
const BY_OWNERS: Readonly<Record<string, (service: Service) => Promise<Sent>>> = Object.fromEntries([
  ...Object.entries({ ...OWN_CHANGES, ...ADMIN_CHANGES }).map(([id, prepare]) => [
    id,
    async (service: Service): Promise<Sent> => {
      const begun = id in ADMIN_CHANGES ? await loggedInAdmin(service) : await loggedIn(service);
      const { sender = begun, ...sent } = await prepare(service, begun);
      return { ...sent, token: sender.accessToken };
    },
  ]),
  ...Object.entries(LINK_CHANGES).map(([id, prepare]) => [
    id,
    async (service: Service): Promise<Sent> => {
      const { token, body } = await prepare(service, await loggedInAdmin(service));
      return { token, body };
    },
  ]),
]);

it('the operations that strangers may send each have a row', () => {
  const open = ROUTES.filter(({ method, operation }) => method !== 'GET' && operation.bearer === undefined);
  const rows = new Set(Object.keys(BY_STRANGERS).map(operationIn));
  assert.deepEqual(
    open.map(({ operation: { id } }) => id).filter((id) => !rows.has(id)),
    ['answerConsent'],
    'consent needs the cookies of a login: test/openid/hostile.test.ts',
  );
});

describeWhereDatabasesDiffer(`what is sent ${TIMES} times at once`, (kind) => {
  const service = sharedService(kind, SETTINGS);

  async function sendAll(name: string, { params = {}, bodyOf, body, ...sent }: Sent): Promise<void> {
    const { method, path } = ROUTES.find(({ operation }) => operation.id === operationIn(name)) ?? assert.fail(name);
    const filled = path.replaceAll(/:(\w+)/g, (_, member) => String(params[member])) as '/api/login';
    const answers = await Promise.all(
      Array.from({ length: TIMES }, () =>
        service().request(method as 'POST', filled, { ...sent, body: bodyOf ? bodyOf() : body }),
      ),
    );
    for (const { status, headers } of answers) {
      const answer = [status, headers.get('x-error-code'), Number(headers.get('retry-after')) > 0];
      if (status >= 500) assert.deepEqual(answer, [503, 'overloaded', true], name);
    }
    const errors = service().logLines.filter((line) => JSON.parse(line).level >= ERROR);
    assert.deepEqual(errors, [], name);
  }

  it('fails for no stranger, and is no error of the log', async () => {
    for (const [name, prepare] of Object.entries(BY_STRANGERS)) await sendAll(name, await prepare(service()));
  });

  it('nor for those with a token', { skip: isQuickRun && 'only in npm run test:all' }, async () => {
    for (const [name, prepare] of Object.entries(BY_OWNERS)) await sendAll(name, await prepare(service()));
  });
});
