import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import * as client from 'openid-client';
import { promote } from '../support/admin.ts';
import { cleanUpAfter, type Lifetime } from '../support/clean-up.ts';
import { type DatabaseKind, describeOnBothDatabases } from '../support/databases.ts';
import { addOpenIdApp, authorizationRequest, Browser, discover, OPENID, tokensFor } from '../support/openid.ts';
import { removeUser, suspend } from '../support/operator.ts';
import { quickFolder } from '../support/quick-folder.ts';
import { loggedIn, type Service, type Session, startService } from '../support/service.ts';

interface Policy {
  /** What happens to the account of somebody who is logged in. */
  readonly change?: (service: Service, session: Session) => Promise<unknown>;
  /** Settings of a restart after it. */
  readonly settings?: Record<string, string>;
  readonly isOpen: boolean;
}

const POLICIES: Readonly<Record<string, Policy>> = {
  'a restart with the same settings': { isOpen: true, settings: {} },
  'SECOND_FACTOR=required': { isOpen: false, settings: { SECOND_FACTOR: 'required' } },
  'SECOND_FACTOR=admins, not an administrator': { isOpen: true, settings: { SECOND_FACTOR: 'admins' } },
  'SECOND_FACTOR=admins, an administrator': {
    isOpen: false,
    change: (service, { email }) => promote(service, email),
    settings: { SECOND_FACTOR: 'admins' },
  },
  'SECOND_FACTOR=required, with a factor': {
    isOpen: true,
    change: ({ db }, { id }) => db.one('UPDATE users SET second_factors = 1 WHERE id = $1', [id]),
    settings: { SECOND_FACTOR: 'required' },
  },
  suspension: { isOpen: false, change: (service, { email }) => suspend(service, email) },
  'a status that is not active': {
    isOpen: false,
    change: ({ db }, { id }) => db.one("UPDATE users SET account_status = 'SUSPENDED' WHERE id = $1", [id]),
  },
  'a request for deletion': {
    isOpen: false,
    change: ({ request }, { accessToken: token }) => request('POST', '/api/me/delete', { token }),
  },
  'a deletion that waits': {
    isOpen: false,
    change: ({ db }, { id }) => db.one('UPDATE users SET deletion_due_at = now() WHERE id = $1', [id]),
  },
  deletion: { isOpen: false, change: (service, { id }) => removeUser(service, id) },
};

/** A service that can be restarted with other settings under the same tests, browsers and apps. */
async function restartable(t: Lifetime, kind: DatabaseKind) {
  const folder = mkdtempSync(join(quickFolder(), 'latchkey-policies-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  const common = { ...OPENID, SESSIONS: 'many', DELETION_GRACE: '14d', DATA_DIR: folder };
  const first = await startService(t, kind, common);
  const service = { ...first };
  const restart = async (settings: Record<string, string>) => {
    await first.stop();
    Object.assign(service, await startService(t, kind, { ...common, ...settings }, first.database));
  };
  return { service, restart };
}

const isOk = (promise: Promise<unknown>): Promise<boolean> =>
  promise.then(
    () => true,
    () => false,
  );

/** Somebody who is logged in here and at two apps, of which one waits for an answer. Returns every use of that. */
async function usesOf(service: Service, session: Session): Promise<Record<string, () => Promise<boolean>>> {
  const app = await addOpenIdApp(service, { confidential: true });
  const configuration = await discover(service, app);
  const browser = new Browser(service);
  const first = await tokensFor(configuration, browser, session);
  const second = await tokensFor(configuration, browser, undefined);
  const { url, checks } = await authorizationRequest(configuration);
  const callback = await browser.authorize(url, undefined);
  const asking = new Browser(service);
  const login = await asking.begin(app);
  const continueAt = await asking.answer(login, session, {});
  const consent = await browser.begin(await addOpenIdApp(service, { firstParty: false }));
  const isActive = async (token: string) => (await client.tokenIntrospection(configuration, token)).active;
  return {
    'the own access token': async () =>
      (await service.request('GET', '/api/me', { token: session.accessToken })).status === 200,
    'the own refresh token': async () => {
      const body = { refresh_token: session.refreshToken };
      const { status, data } = await service.request('POST', '/api/refresh', { body });
      if (status !== 200) return false;
      return (await service.request('GET', '/api/me', { token: data.access_token })).status === 200;
    },
    'prompt=none': async () => {
      const silent = await authorizationRequest(configuration, { prompt: 'none' });
      return (await browser.authorize(silent.url, undefined)).searchParams.has('code');
    },
    'an answered login': async () => {
      const response = await asking.get(continueAt);
      return new URL(response.headers.get('location') ?? '', service.url).searchParams.has('code');
    },
    'a consent page': async () => {
      const path = `/api/openid/interactions/${consent}` as const;
      const headers = { cookie: browser.cookiesFor(path) };
      return (await service.request('GET', path, { headers })).status === 200;
    },
    'an answer to a consent page': async () => {
      const path = `/api/openid/interactions/${consent}/consent` as const;
      const headers = { cookie: browser.cookiesFor(path) };
      return (await service.request('POST', path, { headers, body: { decision: 'allow' } })).status === 200;
    },
    userinfo: () => isOk(client.fetchUserInfo(configuration, first.access_token, client.skipSubjectCheck)),
    'introspection of an access token': () => isActive(first.access_token),
    'introspection of a refresh token': () => isActive(String(second.refresh_token)),
    'a code': () => isOk(client.authorizationCodeGrant(configuration, callback, checks)),
    'a refresh token of an app': () => isOk(client.refreshTokenGrant(configuration, String(first.refresh_token))),
  };
}

describeOnBothDatabases('what decides about an account', (kind) => {
  for (const [name, { change, settings, isOpen }] of Object.entries(POLICIES)) {
    it(`decides for every use of a login: ${name}`, async (t) => {
      const { service, restart } = await restartable(t, kind);
      const session = await loggedIn(service);
      const uses = await usesOf(service, session);
      await change?.(service, session);
      if (settings) await restart(settings);
      const open: Record<string, boolean> = {};
      for (const [use, isUsable] of Object.entries(uses)) open[use] = await isUsable();
      assert.deepEqual(open, Object.fromEntries(Object.keys(uses).map((use) => [use, isOpen])));
    });
  }
});
