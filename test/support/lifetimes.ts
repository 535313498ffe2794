import assert from 'node:assert/strict';
import { ADMIN_LINK_MS, makeAdminLink } from '../../src/administration/admin-links.ts';
import { OPERATOR } from '../../src/cli/framework/operator.ts';
import { operatorLogin } from '../../src/core/sign-in/recent-login.ts';
import type { MailedPurpose } from '../../src/declare/purposes-and-lifetimes.ts';
import { PENDING_MS } from '../../src/features/authenticator/table.ts';
import { TICKET_MS } from '../../src/features/identities/tickets.ts';
import { CHALLENGE_MS } from '../../src/features/passkeys/challenges.ts';
import * as users from '../../src/store/tables/users.ts';
import { apiKeyOf, loggedInAdmin } from './admin.ts';
import { codeOfApp } from './authenticator.ts';
import {
  askForAddress,
  confirm,
  confirmToken,
  freeAddress,
  revert,
  revertToken,
  stop,
  stopToken,
} from './email-change.ts';
import { comeBack, person, register, sharedTicket } from './identities.ts';
import { SHARED_PROVIDER } from './identity-provider.ts';
import { askForCode, loginByCode } from './login-code.ts';
import { Authenticator, addPasskey, creationOptions, loginOptions } from './passkey.ts';
import {
  type Account,
  loggedIn,
  newestToken,
  registered,
  registration,
  resetToken,
  type Service,
  verificationToken,
} from './service.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The settings of a service for these rows. */
export const SETTINGS = {
  ...SHARED_PROVIDER.settings,
  EMAIL_LOGIN: 'on',
  ACCESS_TOKEN_TTL: '3h',
  REFRESH_TOKEN_TTL: '5h',
  FRESH_LOGIN: '2h',
  MAX_FAILED_LOGINS: '2',
  MAX_EMAIL_BURST: '2',
  DATA_KEYS: 'one:first-key-of-the-tests-7d1c0b9a52',
};

export interface Lifetime {
  readonly name: string;
  readonly ms: number;
  /** Gets it; what is returned uses it. */
  readonly get: (service: Service) => Promise<() => Promise<{ readonly status: number }>>;
  /** What it answers to the last moment, and from then on. */
  readonly answers: readonly [during: number, after: number];
  /** What it answers once it was used. Undefined: it may be used again. */
  readonly again?: number;
}

const post = <Path extends string>({ request }: Service, path: Path, token: string | undefined, body?: unknown) =>
  request('POST', path, { token, body });
const wrongLogin = ({ email }: Account) => ({ email, password: 'Wrong-one-1' });

/** Asks for another address and, if need be, confirms it. */
async function asked(service: Service, isConfirmed: boolean): Promise<{ old: string; address: string }> {
  const session = await loggedIn(service);
  const address = freeAddress();
  assert.equal((await askForAddress(service, session, address)).status, 200);
  if (isConfirmed) assert.equal((await confirm(service, await confirmToken(service, address))).status, 200);
  return { old: session.email, address };
}

/** An account with an authenticator app whose code of this moment was not used yet. */
async function protectedAccount(service: Service) {
  const account = await loggedIn(service);
  const { secret } = (await post(service, '/api/me/totp', account.accessToken)).data;
  const code = codeOfApp(secret, service.clock.nowMs() - 30 * SECOND_MS);
  assert.equal((await post(service, '/api/me/totp/confirm', account.accessToken, { code })).status, 200);
  return { ...account, secret };
}

/** Somebody who has registered with the shared provider. */
async function registeredPerson(service: Service) {
  const who = person();
  const made = await register(service, await sharedTicket(service, who), { email: who.email });
  assert.equal(made.status, 201, made.text);
  return who;
}

/** Without a counter, so that nothing but its challenge tells a login from one before. */
const uncountedPasskey = (service: Service, token: string) =>
  addPasskey(service, token, new Authenticator({ synced: true, counts: false }));

export const MAILED: Readonly<Record<MailedPurpose, Omit<Lifetime, 'name'>>> = {
  account_verification: {
    ms: DAY_MS,
    get: async (service) => {
      const token = await verificationToken(service, (await registered(service)).email);
      return () => post(service, '/api/verify', token);
    },
    answers: [200, 401],
  },
  password_reset: {
    ms: 30 * MINUTE_MS,
    get: async (service) => {
      const token = await resetToken(service, (await loggedIn(service)).email);
      return () => post(service, '/api/reset-password', token, { new_password: 'Another-one-1' });
    },
    answers: [200, 401],
    again: 401,
  },
  invitation: {
    ms: 7 * DAY_MS,
    get: async (service) => {
      const { accessToken } = await loggedInAdmin(service);
      const { password: _, ...body } = registration();
      const { email } = (await post(service, '/api/admin/users', accessToken, body)).data;
      const token = await newestToken(service, email, '/invitation');
      return () => post(service, '/api/invitation/accept', token, { new_password: 'Another-one-1' });
    },
    answers: [200, 401],
    again: 401,
  },
  email_change: {
    ms: HOUR_MS,
    get: async (service) => {
      const token = await confirmToken(service, (await asked(service, false)).address);
      return () => confirm(service, token);
    },
    answers: [200, 401],
  },
  email_change_stop: {
    ms: DAY_MS,
    get: async (service) => {
      const token = await stopToken(service, (await asked(service, false)).old);
      return () => stop(service, token);
    },
    answers: [200, 401],
  },
  email_change_revert: {
    ms: 7 * DAY_MS,
    get: async (service) => {
      const token = await revertToken(service, (await asked(service, true)).old);
      return () => revert(service, token);
    },
    answers: [200, 401],
    again: 401,
  },
};

export const LIFETIMES: readonly Lifetime[] = [
  ...Object.entries(MAILED).map(([purpose, row]) => ({ name: `the link of ${purpose}`, ...row })),
  {
    name: 'an access token',
    ms: 3 * HOUR_MS,
    get: async (service) => {
      const { accessToken: token } = await loggedIn(service);
      return () => service.request('GET', '/api/me', { token });
    },
    answers: [200, 401],
  },
  {
    name: 'a refresh token',
    ms: 5 * HOUR_MS,
    get: async (service) => {
      const { refreshToken } = await loggedIn(service);
      return () => post(service, '/api/refresh', undefined, { refresh_token: refreshToken });
    },
    answers: [200, 401],
  },
  {
    name: 'a recent login',
    // The first moment that is too late.
    ms: 2 * HOUR_MS + 1,
    get: async (service) => {
      const { accessToken: token } = await loggedIn(service);
      return () => service.request('GET', '/api/me/export', { token });
    },
    answers: [200, 401],
  },
  {
    name: 'an API key',
    ms: DAY_MS,
    get: async (service) => {
      const admin = await loggedInAdmin(service);
      const token = await apiKeyOf(service, admin, { scopes: ['users:read'], days: 1 });
      return () => service.request('GET', '/api/admin/users', { token });
    },
    answers: [200, 401],
  },
  {
    name: 'an admin link',
    ms: ADMIN_LINK_MS,
    get: async (service) => {
      const { id, accessToken } = await loggedIn(service);
      const token = await makeAdminLink(service.db, await users.byId(service.db, id), operatorLogin(), OPERATOR);
      return () => post(service, '/api/me/administrator', accessToken, { token });
    },
    answers: [200, 400],
  },
  {
    name: 'an authenticator app that is to be confirmed',
    ms: PENDING_MS,
    get: async (service) => {
      const { accessToken } = await loggedIn(service);
      const { secret } = (await post(service, '/api/me/totp', accessToken)).data;
      return () =>
        post(service, '/api/me/totp/confirm', accessToken, { code: codeOfApp(secret, service.clock.nowMs()) });
    },
    answers: [200, 409],
  },
  {
    name: 'the challenge of a passkey',
    ms: CHALLENGE_MS,
    get: async (service) => {
      const { accessToken } = await loggedIn(service);
      const options = await creationOptions(service, accessToken);
      const credential = () => new Authenticator().create(options);
      return () => post(service, '/api/me/passkeys', accessToken, { credential: credential() });
    },
    answers: [201, 401],
    again: 409,
  },
  {
    name: 'a code by e-mail',
    ms: 10 * MINUTE_MS,
    get: async (service) => {
      const sent = await askForCode(service, (await loggedIn(service)).email);
      return () => loginByCode(service, sent);
    },
    answers: [200, 401],
    again: 401,
  },
  {
    name: 'a code of an authenticator app, from the beginning of its half minute on',
    ms: MINUTE_MS,
    get: async (service) => {
      const { email, password, secret } = await protectedAccount(service);
      const code = codeOfApp(secret, service.clock.nowMs());
      return () => post(service, '/api/login', undefined, { email, password, code });
    },
    answers: [200, 401],
    again: 401,
  },
  {
    name: 'the confirmation by a provider',
    ms: TICKET_MS,
    get: async (service) => {
      const ticket = await sharedTicket(service, await registeredPerson(service));
      return () => post(service, '/api/login/identity', undefined, { ticket });
    },
    answers: [200, 401],
    again: 401,
  },
  {
    name: 'the confirmation by a provider, for a recent login',
    ms: TICKET_MS,
    get: async (service) => {
      const who = await registeredPerson(service);
      const body = { ticket: await sharedTicket(service, who) };
      const { access_token: token } = (await service.request('POST', '/api/login/identity', { body })).data;
      const { data } = await post(service, '/api/reauthenticate/identity', token, { provider: 'corp' });
      const auth_time = Math.ceil(service.clock.nowMs() / SECOND_MS);
      const back = { flow: data.flow, address: SHARED_PROVIDER.logIn(data.url, { ...who, auth_time }) };
      const { ticket: identity } = (await post(service, '/api/identity/finish', undefined, back)).data;
      return () => post(service, '/api/reauthenticate', token, { identity });
    },
    answers: [200, 401],
    again: 401,
  },
  {
    name: 'what is kept while the browser is at a provider',
    ms: TICKET_MS,
    get: async (service) => {
      const body = await comeBack(service, SHARED_PROVIDER, person());
      return () => post(service, '/api/identity/finish', undefined, body);
    },
    answers: [200, 401],
  },
  {
    name: 'the login by a passkey',
    ms: CHALLENGE_MS,
    get: async (service) => {
      const { accessToken } = await loggedIn(service);
      const credential = (await uncountedPasskey(service, accessToken)).get(await loginOptions(service));
      return () => post(service, '/api/login/passkey', undefined, { credential });
    },
    answers: [200, 401],
    again: 401,
  },
  {
    name: 'the recent login by a passkey',
    ms: CHALLENGE_MS,
    get: async (service) => {
      const { accessToken } = await loggedIn(service);
      const passkey = (await uncountedPasskey(service, accessToken)).get(await loginOptions(service));
      return () => post(service, '/api/reauthenticate', accessToken, { passkey });
    },
    answers: [200, 401],
    again: 401,
  },
  {
    name: 'the block after the wrong passwords that are allowed',
    ms: MINUTE_MS,
    get: async (service) => {
      const account = await loggedIn(service);
      for (const _ of [1, 2]) await post(service, '/api/login', undefined, wrongLogin(account));
      const { email, password } = account;
      return () => post(service, '/api/login', undefined, { email, password });
    },
    answers: [429, 200],
  },
  {
    name: 'the wait for another e-mail',
    ms: MINUTE_MS,
    get: async (service) => {
      const account = await loggedIn(service);
      const { accessToken } = await loggedInAdmin(service);
      const send = () => post(service, `/api/admin/users/${account.id}/send-reset`, accessToken);
      for (const _ of [1, 2]) assert.equal((await send()).status, 200);
      return send;
    },
    answers: [429, 200],
  },
];
