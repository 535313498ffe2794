import assert from 'node:assert/strict';
import { it } from 'node:test';
import { makeAdminLink } from '../../src/administration/admin-links.ts';
import { OPERATOR } from '../../src/cli/framework/operator.ts';
import { endSessions } from '../../src/cli/sessions.ts';
import { usersCommand } from '../../src/cli/users.ts';
import { operatorLogin } from '../../src/core/sign-in/recent-login.ts';
import * as users from '../../src/store/tables/users.ts';
import { apiKeyOf, loggedInAdmin } from '../support/admin.ts';
import { describeWhereDatabasesDiffer } from '../support/databases.ts';
import { askForAddress, changeAddress, confirm, confirmToken, freeAddress } from '../support/email-change.ts';
import { sharedService } from '../support/scenarios.ts';
import { claimsOf, loggedIn, logIn, resetToken, type Service, type Session } from '../support/service.ts';

/** What an account can have, got while nothing was wrong with it. */
interface Powers extends Session {
  readonly key: string;
  readonly confirmLink: string;
  readonly resetLink: string;
  readonly adminLink: string;
}

/** Of an account that becomes an administrator, or only has a link for it. */
async function powersOf(service: Service, role: 'ADMIN' | 'USER'): Promise<Powers> {
  const session = await (role === 'ADMIN' ? loggedInAdmin(service) : loggedIn(service));
  const address = freeAddress();
  assert.equal((await askForAddress(service, session, address)).status, 200);
  const user = await users.byId(service.db, session.id);
  return {
    ...session,
    key: role === 'ADMIN' ? await apiKeyOf(service, session, { scopes: ['users:read'] }) : '',
    confirmLink: await confirmToken(service, address),
    resetLink: await resetToken(service, session.email),
    adminLink: await makeAdminLink(service.db, user, operatorLogin(), OPERATOR),
  };
}

type Use = (service: Service, powers: Powers) => Promise<{ readonly status: number }>;

/** Of an administrator, in an order in which no use spoils the next. */
const USES_OF_ADMIN: Readonly<Record<string, Use>> = {
  profile: ({ request }, { accessToken: token }) => request('GET', '/api/me', { token }),
  export: ({ request }, { accessToken: token }) => request('GET', '/api/me/export', { token }),
  administration: ({ request }, { accessToken: token }) => request('GET', '/api/admin/users', { token }),
  'API key': ({ request }, { key: token }) => request('GET', '/api/admin/users', { token }),
  refresh: ({ request }, { refreshToken: refresh_token }) =>
    request('POST', '/api/refresh', { body: { refresh_token } }),
  'new address': (service, { confirmLink }) => confirm(service, confirmLink),
};
/** Of accounts that are none. */
const USES_OF_USER: Readonly<Record<string, Use>> = {
  'admin link': ({ request }, { accessToken: token, adminLink }) =>
    request('POST', '/api/me/administrator', { token, body: { token: adminLink } }),
  'reset link': ({ request }, { resetLink: token, password: new_password }) =>
    request('POST', '/api/reset-password', { token, body: { new_password } }),
  login: ({ request }, { email, password }) => request('POST', '/api/login', { body: { email, password } }),
};
const COLUMNS = [...Object.keys(USES_OF_ADMIN), ...Object.keys(USES_OF_USER)];

interface World {
  readonly service: Service;
  readonly admin: Session;
}
const asAdmin = ({ service, admin }: World, method: string, path: string, body?: unknown) =>
  service.request(method, `/api/admin/users/${path}`, { token: admin.accessToken, body });
const sessionOf = ({ accessToken }: Session) => claimsOf(accessToken).sid;
const scheduleDeletion = ({ service }: World, { accessToken: token }: Powers) =>
  service.request('POST', '/api/me/delete', { token });
/** A session on another device. */
const elsewhere = async ({ service }: World, account: Powers) => (await logIn(service, account)).data.access_token;

/** What can happen to an account. */
const CONDITIONS: Readonly<Record<string, (world: World, account: Powers) => Promise<unknown>>> = {
  nothing: async () => {},
  suspended: (world, { id }) => asAdmin(world, 'POST', `${id}/suspend`),
  'suspended and reinstated': async (world, { id }) => {
    await asAdmin(world, 'POST', `${id}/suspend`);
    await asAdmin(world, 'POST', `${id}/reinstate`);
  },
  'suspended with others': (world, { id }) => asAdmin(world, 'POST', 'bulk', { action: 'suspend', ids: [id] }),
  'deletion pending': scheduleDeletion,
  'deletion cancelled': async (world, account) => {
    await scheduleDeletion(world, account);
    await logIn(world.service, account);
  },
  deleted: (world, { id }) => asAdmin(world, 'DELETE', `${id}`),
  demoted: ({ service }, { email }) => usersCommand(service.db, ['demote', email], () => {}),
  'password changed': async ({ service }, { accessToken: token, password }) => {
    const body = { current_password: password, new_password: 'Changed-it-1' };
    await service.request('POST', '/api/change-password', { token, body });
  },
  'password reset': async ({ service }, { email }) => {
    const options = { token: await resetToken(service, email), body: { new_password: 'Replaced-it-1' } };
    await service.request('POST', '/api/reset-password', options);
  },
  'address changed': async ({ service }, account) => {
    const { access_token: accessToken } = (await logIn(service, account)).data;
    await changeAddress(service, { ...account, accessToken }, freeAddress());
  },
  'logged out': ({ service }, { refreshToken: refresh_token }) =>
    service.request('POST', '/api/logout', { body: { refresh_token } }),
  'session ended by its owner': async (world, account) => {
    const token = await elsewhere(world, account);
    await world.service.request('DELETE', `/api/me/sessions/${sessionOf(account)}`, { token });
  },
  'other sessions ended by their owner': async (world, account) => {
    const token = await elsewhere(world, account);
    await world.service.request('POST', '/api/me/sessions/end-others', { token });
  },
  'session ended by an administrator': (world, account) =>
    asAdmin(world, 'DELETE', `${account.id}/sessions/${sessionOf(account)}`),
  'sessions ended by an administrator': (world, { id }) => asAdmin(world, 'POST', `${id}/end-sessions`),
  'sessions ended with those of others': (world, { id }) =>
    asAdmin(world, 'POST', 'bulk', { action: 'end-sessions', ids: [id] }),
  'sessions ended by the operator': ({ service }, { email }) => endSessions(service.db, [email], () => {}),
};

/**
 * What each use answers then, in the order of COLUMNS. An access token opens the own profile for as long as it lives,
 * as the interface has it.
 */
const EXPECTED: Readonly<Record<string, string>> = {
  nothing: '200 200 200 200 200 200 200 200 200',
  suspended: '403 403 403 401 401 403 403 200 403',
  'suspended and reinstated': '200 401 401 200 401 401 401 200 200',
  'suspended with others': '403 403 403 401 401 403 403 200 403',
  'deletion pending': '403 403 403 401 401 401 403 401 200',
  'deletion cancelled': '200 401 401 200 401 401 401 401 200',
  deleted: '404 404 404 401 401 404 404 404 401',
  demoted: '200 200 403 401 200 200 200 200 200',
  'password changed': '200 401 401 200 401 401 401 401 401',
  'password reset': '200 401 401 200 401 401 401 401 401',
  'address changed': '200 401 401 200 401 401 401 401 401',
  'logged out': '200 401 401 200 401 200 401 200 200',
  'session ended by its owner': '200 401 401 200 401 401 401 200 200',
  'other sessions ended by their owner': '200 401 401 200 401 401 401 200 200',
  'session ended by an administrator': '200 401 401 200 401 401 401 200 200',
  'sessions ended by an administrator': '200 401 401 200 401 401 401 200 200',
  'sessions ended with those of others': '200 401 401 200 401 401 401 200 200',
  'sessions ended by the operator': '200 401 401 200 401 401 401 200 200',
};

const named = (statuses: readonly (string | number)[]) =>
  Object.fromEntries(COLUMNS.map((use, at) => [use, Number(statuses[at])]));

describeWhereDatabasesDiffer(
  'what an account had before keeps what it may do',
  (kind) => {
    const service = sharedService(kind, { SESSIONS: 'many', DELETION_GRACE: '14d' });
    let admin: Promise<Session> | undefined;
    const worldOf = async (): Promise<World> => {
      admin ??= loggedInAdmin(service());
      return { service: service(), admin: await admin };
    };

    // The SQL is the same on both: PostgreSQL is asked with every third.
    for (const [condition, happens] of Object.entries(CONDITIONS).filter(
      (_, at) => kind === 'sqlite' || at % 3 === 1,
    )) {
      it(`when it is: ${condition}`, async () => {
        const world = await worldOf();
        const statuses: number[] = [];
        for (const [role, uses] of [['ADMIN', USES_OF_ADMIN] as const, ['USER', USES_OF_USER] as const]) {
          const powers = await powersOf(service(), role);
          await happens(world, powers);
          for (const use of Object.values(uses)) statuses.push((await use(service(), powers)).status);
        }
        assert.deepEqual(named(statuses), named(EXPECTED[condition]?.split(' ') ?? []));
      });
    }
  },
  { concurrency: 6 },
);
