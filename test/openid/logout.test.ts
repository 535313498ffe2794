import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Lifetime } from '../support/clean-up.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import type { HttpResponse } from '../support/http-request.ts';
import { type App, addOpenIdApp, Browser, discover, OPENID, tokensFor } from '../support/openid.ts';
import { FRONTEND_URL, loggedIn, logIn, type Service, type Session, startService } from '../support/service.ts';

const BYE = 'https://shop.example.com/bye';

const xsrfOf = (page: string): string => {
  const [, xsrf] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
  assert.ok(xsrf, page.slice(0, 2000));
  return xsrf;
};

/** A browser in which somebody is logged in at an app. */
async function browserOf(service: Service, app: App) {
  const session = await loggedIn(service);
  const browser = new Browser(service);
  const tokens = await tokensFor(await discover(service, app), browser, session);
  const ask = async (parameters: Record<string, string>) => {
    const asked = await browser.get(`/oidc/logout?${new URLSearchParams({ client_id: app.id, ...parameters })}`);
    assert.equal(asked.status, 200);
    return xsrfOf(await asked.text());
  };
  const confirm = (xsrf: string) => browser.post('/oidc/logout/confirm', { xsrf, logout: 'yes' });
  return { session, browser, ask, confirm, idToken: String(tokens.id_token) };
}

type LoggedInBrowser = Awaited<ReturnType<typeof browserOf>>;

async function twoBrowsers(t: Lifetime) {
  const service = await startService(t, 'sqlite', { ...OPENID, SESSIONS: 'many' });
  const app = await addOpenIdApp(service);
  const [own, other] = [await browserOf(service, app), await browserOf(service, app)];
  const isAlive = async ({ id }: Session, what: string) => {
    const left = await service.db.all('SELECT id FROM refresh_tokens WHERE user_id = $1', [id]);
    assert.equal(left.length, 1, what);
    const records = await service.db.all(
      "SELECT kind FROM openid_records WHERE user_id = $1 AND kind IN ('Session', 'RefreshToken') ORDER BY kind",
      [id],
    );
    assert.deepEqual(records, [{ kind: 'RefreshToken' }, { kind: 'Session' }], what);
  };
  return { service, app, own, other, isAlive };
}

interface Waiting {
  readonly service: Service;
  readonly own: LoggedInBrowser;
  /** Somebody else, who is asked as well. */
  readonly other: LoggedInBrowser;
  /** The answer to the question that waits. */
  readonly xsrf: string;
  /** The answer to the question that was asked before. */
  readonly earlier: string;
  readonly ofOther: string;
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Each is sent while a question waits, and does not answer it. */
const NO_ANSWERS: Readonly<Record<string, (waiting: Waiting) => Promise<HttpResponse | Response>>> = {
  'no xsrf': ({ own }) => own.browser.post('/oidc/logout/confirm', { logout: 'yes' }),
  'an empty xsrf': ({ own }) => own.confirm(''),
  'an invented xsrf': ({ own }) => own.confirm('0'.repeat(48)),
  'the xsrf of an earlier question': ({ own, earlier }) => own.confirm(earlier),
  'the xsrf of another session': ({ own, ofOther }) => own.confirm(ofOther),
  'the xsrf, in the browser of another session': ({ other, xsrf }) => other.confirm(xsrf),
  'the xsrf, from a page that gets no cookie': ({ service, xsrf }) =>
    new Browser(service).post('/oidc/logout/confirm', { xsrf, logout: 'yes' }),
  'the xsrf twice': async ({ service, own, xsrf }) =>
    fetch(`${service.url}/oidc/logout/confirm`, {
      method: 'POST',
      headers: { ...FORM, cookie: own.browser.cookiesFor('/oidc/logout/confirm') },
      body: `xsrf=${xsrf}&xsrf=${xsrf}&logout=yes`,
    }),
  'the xsrf in the address': ({ own, xsrf }) =>
    own.browser.post(`/oidc/logout/confirm?xsrf=${xsrf}&logout=yes`, { logout: 'yes' }),
  'the xsrf by GET': ({ own, xsrf }) => own.browser.get(`/oidc/logout/confirm?xsrf=${xsrf}&logout=yes`),
  'the xsrf at the question': ({ own, xsrf }) => own.browser.post('/oidc/logout', { xsrf, logout: 'yes' }),
};

describe('a logout that waits for its confirmation', () => {
  for (const [what, parameters, leadsTo] of [
    ['with a way back to the app', { post_logout_redirect_uri: BYE }, BYE],
    ['without one', {}, `${FRONTEND_URL}/oidc/logout/success?ended=1`],
  ] as const)
    it(`is confirmed by its own page alone, ${what}`, async (t) => {
      const { service, own, other, isAlive } = await twoBrowsers(t);
      const earlier = await own.ask(parameters);
      const ofOther = await other.ask(parameters);
      const xsrf = await own.ask(parameters);
      for (const [name, send] of Object.entries(NO_ANSWERS)) {
        const { status, headers } = await send({ service, own, other, xsrf, earlier, ofOther });
        assert.ok([400, 404, 405].includes(status), `${name}: ${status}`);
        assert.equal(headers.get('location'), null, name);
        await isAlive(own.session, name);
        await isAlive(other.session, name);
      }
      const { status, headers } = await own.confirm(xsrf);
      assert.deepEqual([status, headers.get('location')], [303, leadsTo]);
      assert.deepEqual(await service.db.all('SELECT id FROM refresh_tokens WHERE user_id = $1', [own.session.id]), []);
      await isAlive(other.session, 'the session of somebody else');
      assert.equal((await own.confirm(xsrf)).status, 400, 'twice');
    });

  it('is over when somebody else logs in', async (t) => {
    const { service, app, own, other } = await twoBrowsers(t);
    const xsrf = await own.ask({ post_logout_redirect_uri: BYE });
    const { data } = await logIn(service, other.session);
    const session = { ...other.session, accessToken: data.access_token };
    await tokensFor(await discover(service, app), own.browser, session, { prompt: 'login' });
    assert.equal((await own.confirm(xsrf)).status, 400);
    const alive = (id: number) => service.db.all('SELECT id FROM refresh_tokens WHERE user_id = $1', [id]);
    assert.equal((await alive(own.session.id)).length, 1, 'who was asked');
    assert.equal((await alive(other.session.id)).length, 2, 'who logged in');
  });
});

describeOnBothDatabases('a logout at an app without an address to return to', (kind) => {
  const atApp = async (t: Lifetime) => {
    const service = await startService(t, kind, { ...OPENID, SESSIONS: 'many' });
    const own = await browserOf(service, await addOpenIdApp(service, { postLogoutRedirectUris: [] }));
    const sessions = async () => (await service.db.all('SELECT id FROM refresh_tokens')).length;
    const lastPage = async ({ status, headers }: HttpResponse) => {
      assert.deepEqual([status, headers.get('location')], [303, `${FRONTEND_URL}/oidc/logout/success?ended=1`]);
      return (await own.browser.get(String(headers.get('location')))).text();
    };
    return { service, own, sessions, lastPage };
  };
  const parameters = { post_logout_redirect_uri: BYE, state: 'xyz' };

  it('is asked about, and ends on our page', async (t) => {
    const { service, own, sessions, lastPage } = await atApp(t);
    const xsrf = await own.ask(parameters);
    assert.ok(service.logLines.some((line) => line.includes('post_logout_redirect_uri is not registered')));
    assert.equal((await own.confirm('0'.repeat(48))).status, 400);
    assert.equal(await sessions(), 1);
    assert.match(await lastPage(await own.confirm(xsrf)), /You are logged out/);
    assert.equal(await sessions(), 0);
  });

  it('ends there at once with the ID token of the user', async (t) => {
    const { own, sessions, lastPage } = await atApp(t);
    const query = new URLSearchParams({ id_token_hint: own.idToken, ...parameters });
    assert.match(await lastPage(await own.browser.get(`/oidc/logout?${query}`)), /You are logged out/);
    assert.equal(await sessions(), 0);
  });

  it('is refused with an ID token that is not one of the app', async (t) => {
    const { service, own, sessions } = await atApp(t);
    const other = await addOpenIdApp(service, { postLogoutRedirectUris: [] });
    for (const hint of [{ id_token_hint: 'x' }, { id_token_hint: own.idToken, client_id: other.id }]) {
      const { status } = await own.browser.get(`/oidc/logout?${new URLSearchParams({ ...hint, ...parameters })}`);
      assert.equal(status, 400);
    }
    assert.equal(await sessions(), 1);
  });
});

describe('a logout with an ID token', () => {
  it('of another user, or for another app, ends nothing', async (t) => {
    const { service, own, other, isAlive } = await twoBrowsers(t);
    const elsewhere = await addOpenIdApp(service);
    const hints: Readonly<Record<string, readonly [parameters: Record<string, string>, status: number]>> = {
      'of another user': [{ id_token_hint: other.idToken }, 200],
      'of another user, back to the app': [{ id_token_hint: other.idToken, post_logout_redirect_uri: BYE }, 200],
      'of another app': [{ id_token_hint: own.idToken, client_id: elsewhere.id }, 400],
    };
    for (const [what, [parameters, status]] of Object.entries(hints)) {
      assert.equal((await own.browser.get(`/oidc/logout?${new URLSearchParams(parameters)}`)).status, status, what);
      assert.equal((await own.confirm('0'.repeat(48))).status, 400, what);
      await isAlive(own.session, what);
      await isAlive(other.session, what);
    }
  });
});
