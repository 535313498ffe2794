import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN_LINK_MS, makeAdminLink } from '../../src/accounts/administration/admin-links.ts';
import { CHALLENGE_MS } from '../../src/accounts/factors/passkeys/challenges.ts';
import { operatorLogin } from '../../src/accounts/sign-in/recent-login.ts';
import { OPERATOR } from '../../src/cli/operator.ts';
import { openSqlite } from '../../src/store/engine/drivers/sqlite.ts';
import { PENDING_MS } from '../../src/store/tables/totp.ts';
import * as users from '../../src/store/tables/users.ts';
import { type MailedPurpose, PURPOSES } from '../../src/tokens/purposes-and-lifetimes.ts';
import { apiKeyOf, loggedInAdmin } from '../support/admin.ts';
import { codeOfApp } from '../support/authenticator.ts';
import type { Clock } from '../support/clock.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import {
  askForAddress,
  confirm,
  confirmToken,
  freeAddress,
  revert,
  revertToken,
  stop,
  stopToken,
} from '../support/email-change.ts';
import { Authenticator, creationOptions } from '../support/passkey.ts';
import {
  type Account,
  loggedIn,
  newestToken,
  registered,
  registration,
  resetToken,
  type Service,
  startService,
  verificationToken,
} from '../support/service.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const SETTINGS = {
  ACCESS_TOKEN_TTL: '3h',
  REFRESH_TOKEN_TTL: '5h',
  FRESH_LOGIN: '2h',
  MAX_FAILED_LOGINS: '2',
  MAX_EMAIL_BURST: '2',
  DATA_KEYS: 'one:first-key-of-the-tests-7d1c0b9a52',
};

/** Time that passes only when it is told to, so that the last moment of something can be met exactly. */
function stopped(database: TestDatabase): TestDatabase & { readonly wait: (ms: number) => void } {
  let now = Date.now();
  const nowMs = () => now;
  const clock: Clock = { ...database.clock, nowMs };
  return {
    ...database,
    clock,
    open: () => openSqlite(database.url.replace('sqlite:', ''), nowMs),
    wait: (ms) => {
      now += ms;
    },
  };
}

interface Lifetime {
  readonly name: string;
  readonly ms: number;
  /** Gets it; what is returned uses it. */
  readonly get: (service: Service) => Promise<() => Promise<{ readonly status: number }>>;
  /** What it answers to the last moment, and from then on. */
  readonly answers: readonly [during: number, after: number];
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

const MAILED: Readonly<Record<MailedPurpose, Omit<Lifetime, 'name'>>> = {
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
  },
};

const LIFETIMES: readonly Lifetime[] = [
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
      const credential = new Authenticator().create(await creationOptions(service, accessToken));
      return () => post(service, '/api/me/passkeys', accessToken, { credential });
    },
    answers: [201, 401],
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

describe('a lifetime', () => {
  let service: Service;
  let wait: (ms: number) => void;
  const cleanUps: (() => unknown)[] = [];
  before(async () => {
    const t = { after: (cleanUp: () => unknown) => cleanUps.push(cleanUp) };
    const { wait: pass, ...database } = stopped(await createTestDatabase(t, 'sqlite'));
    service = await startService(t, 'sqlite', SETTINGS, database);
    wait = pass;
  });
  after(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });

  it('is known for every purpose of a token', () => {
    for (const [purpose, { ms }] of Object.entries(MAILED)) assert.equal(PURPOSES[purpose as MailedPurpose].ttlMs, ms);
  });

  for (const { name, ms, get, answers } of LIFETIMES) {
    it(`of ${name} ends at its last moment, not before and not after`, async () => {
      // Tokens know whole seconds.
      wait(SECOND_MS - (service.clock.nowMs() % SECOND_MS));
      const [early, late] = [await get(service), await get(service)];
      wait(ms - 1);
      const during = await early();
      wait(1);
      assert.deepEqual([during.status, (await late()).status], answers);
    });
  }
});
