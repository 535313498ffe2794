import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { SERVED } from '../../src/features/openid/provider/paths.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { type App, addOpenIdApp, Browser, OPENID } from '../support/openid.ts';
import {
  type Account,
  FRONTEND_URL,
  logIn,
  type Service,
  type Session,
  startService,
  verified,
} from '../support/service.ts';

/** Somebody who is logged in here, on the way to one app. */
interface Journey {
  readonly service: Service;
  readonly browser: Browser;
  readonly owner: Session;
  readonly other: Account;
  readonly app: App;
  readonly callback: string;
  readonly bye: string;
}

/** `begin` leaves off where a person could; what it returns is all that is needed to go on to the app's address. */
interface Flow {
  readonly begin: (journey: Journey) => Promise<() => Promise<URL>>;
  readonly endsLogin?: boolean;
}

const parametersOf = ({ app, callback }: Journey, more: Record<string, string>) => ({
  ...{ client_id: app.id, response_type: 'code', redirect_uri: callback, scope: 'openid', state: randomUUID() },
  ...{ code_challenge: createHash('sha256').update('x').digest('base64url'), code_challenge_method: 'S256' },
  ...more,
});
const authorization = (journey: Journey, more: Record<string, string>) =>
  `/oidc/auth?${new URLSearchParams(parametersOf(journey, more))}`;

/** One step: a redirect, or the form that the browser sends by itself with response_mode=form_post. */
async function step({ browser }: Journey, address: string | URL): Promise<URL> {
  const response = await browser.get(address);
  const text = await response.text();
  const location = response.headers.get('location');
  if (location !== null) return new URL(location, FRONTEND_URL);
  const [, action] = /<form method="post" action="([^"]+)"/.exec(text) ?? [];
  assert.ok(action, `${response.status} ${text.slice(0, 300)}`);
  const to = new URL(action);
  for (const [, name = '', value = ''] of text.matchAll(/name="(\w+)" value="([^"]*)"/g))
    to.searchParams.set(name, value);
  return to;
}

const interactionOf = (url: URL): string => String(url.searchParams.get('interaction'));

/** The login page asks for the password once more. */
const login =
  (more: Record<string, string> = {}): Flow['begin'] =>
  async (journey) => {
    const { service, browser, owner } = journey;
    const page = await step(journey, authorization(journey, { prompt: 'login', ...more }));
    return async () => {
      const { data } = await service.request('POST', '/api/reauthenticate', {
        token: owner.accessToken,
        body: { password: owner.password },
      });
      const session = { ...owner, accessToken: data.access_token };
      const next = await step(journey, await browser.answer(interactionOf(page), session, {}));
      if (next.pathname !== '/connect') return next;
      return step(journey, await browser.consent(interactionOf(next), 'allow'));
    };
  };

const consent =
  (decision: string, more: Record<string, string> = {}): Flow['begin'] =>
  async (journey) => {
    const page = await step(journey, authorization(journey, { prompt: 'consent', ...more }));
    assert.equal(page.pathname, '/connect');
    return async () => step(journey, await journey.browser.consent(interactionOf(page), decision));
  };

/** Nobody is asked: what is left behind is an answer that the app does not use. */
const silent =
  (more: Record<string, string> = {}): Flow['begin'] =>
  async (journey) => {
    const ask = () => step(journey, authorization(journey, { prompt: 'none', ...more }));
    await ask();
    return ask;
  };

const pushed: Flow['begin'] = async (journey) => {
  const { service, app } = journey;
  const response = await fetch(`${service.url}/oidc/request`, {
    method: 'POST',
    body: new URLSearchParams(parametersOf(journey, { prompt: 'consent' })),
  });
  const { request_uri } = (await response.json()) as { request_uri: string };
  return async () => {
    const page = await step(journey, `/oidc/auth?${new URLSearchParams({ client_id: app.id, request_uri })}`);
    return step(journey, await journey.browser.consent(interactionOf(page), 'allow'));
  };
};

const logout: Flow['begin'] = async ({ browser, app, bye }) => {
  const parameters = { client_id: app.id, post_logout_redirect_uri: bye, state: 'left' };
  const page = await (await browser.get(`/oidc/logout?${new URLSearchParams(parameters)}`)).text();
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
  return async () => {
    const confirmed = await browser.post('/oidc/logout/confirm', { xsrf, logout: 'yes' });
    return new URL(confirmed.headers.get('location') ?? '');
  };
};

/** Somebody else takes over the browser: the session before is left at the provider, and lives on elsewhere. */
const otherAccount: Flow['begin'] = async (journey) => {
  const { service, browser, other } = journey;
  const page = await step(journey, authorization(journey, { prompt: 'login' }));
  const { data } = await logIn(service, other);
  const session = { ...other, accessToken: data.access_token, refreshToken: data.refresh_token };
  const goesOnAt = await browser.answer(interactionOf(page), session, {});
  return async () => {
    const next = await step(journey, await step(journey, goesOnAt));
    return next.pathname === '/connect' ? step(journey, await browser.consent(interactionOf(next), 'allow')) : next;
  };
};

const POSTED = { response_mode: 'form_post' };
const FLOWS: Readonly<Record<string, Flow>> = {
  login: { begin: login() },
  'login, form_post': { begin: login(POSTED) },
  consent: { begin: consent('allow') },
  'consent, form_post': { begin: consent('allow', POSTED) },
  'refusal, form_post': { begin: consent('deny', POSTED) },
  silent: { begin: silent() },
  'silent, form_post': { begin: silent(POSTED) },
  'pushed request': { begin: pushed },
  'another account': { begin: otherAccount },
  logout: { begin: logout, endsLogin: true },
};

/** Served paths that no flow goes by: an answer that says the same to everybody, or that a program asks for. */
const OUTSIDE_FLOWS = [
  ...['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server', '/oidc/logout/success'],
  ...['/oidc/token', '/oidc/token/introspection', '/oidc/token/revocation', '/oidc/userinfo'],
];

describe('flows', () => {
  it('are all here: a path that is served is one of a flow below, or said to be outside', () => {
    const inFlows = ['/oidc/auth', '/oidc/auth/:uid', '/oidc/request', '/oidc/logout', '/oidc/logout/confirm'];
    assert.deepEqual(Object.keys(SERVED).sort(), [...inFlows, ...OUTSIDE_FLOWS].sort());
  });
});

describeOnBothDatabases('a flow that was begun and left', (kind) => {
  const appAt = async (service: Service, host: string) => {
    const [callback, bye] = [`https://${host}/callback`, `https://${host}/bye`];
    const app = await addOpenIdApp(service, {
      firstParty: false,
      redirectUris: [callback],
      postLogoutRedirectUris: [bye],
    });
    return { app, callback, bye };
  };

  it('does nothing more when any other is gone through', async (t) => {
    const service = await startService(t, kind, { ...OPENID, SESSIONS: 'many' });
    const [left, taken] = [await appAt(service, 'left.example'), await appAt(service, 'taken.example')];
    const home = await addOpenIdApp(service);
    const [account, other] = [await verified(service), await verified(service)];

    /** What the first app has, and what happened to the session. */
    const seenOf = async ({ refreshToken: refresh_token }: Session) => ({
      codes: (
        await service.db.all(
          "SELECT 1 AS one FROM openid_records WHERE kind = 'AuthorizationCode' AND client_id = $1",
          [left.app.id],
        )
      ).length,
      isAlive: (await service.request('POST', '/api/refresh', { body: { refresh_token } })).status === 200,
      logouts: (await service.db.all("SELECT 1 AS one FROM audit_events WHERE event = 'logged_out'")).length,
    });

    // What is remembered of the others is looked at by the same code, whatever the database.
    const toLeave = kind === 'sqlite' ? Object.keys(FLOWS) : ['logout', 'another account'];
    for (const [abandoned, { begin }] of Object.entries(FLOWS).filter(([name]) => toLeave.includes(name))) {
      for (const [gone, { begin: beginOther, endsLogin = false }] of Object.entries(FLOWS)) {
        const what = `${abandoned}, then ${gone}`;
        const { data } = await logIn(service, account);
        const owner = { ...account, accessToken: data.access_token, refreshToken: data.refresh_token };
        const browser = new Browser(service);
        await browser.get(await browser.answer(await browser.begin(home), owner, {}));
        const journey = { service, browser, owner, other };
        // Both apps may be used by both accounts, so that silent requests are answered.
        for (const app of [left, taken]) await (await consent('allow')({ ...journey, ...app }))();

        await begin({ ...journey, ...left });
        const before = await seenOf(owner);
        const to = await (await beginOther({ ...journey, ...taken }))();
        assert.equal(to.origin + to.pathname, endsLogin ? taken.bye : taken.callback, what);
        assert.equal(to.searchParams.has('code'), !endsLogin && !gone.includes('refusal'), `${what}: ${to}`);
        const { codes, ...rest } = await seenOf(owner);
        // They go with the login.
        if (!endsLogin) assert.equal(codes, before.codes, what);
        assert.deepEqual(rest, { isAlive: !endsLogin, logouts: before.logouts + Number(endsLogin) }, what);
      }
    }
  });
});
