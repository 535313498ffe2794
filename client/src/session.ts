import type { Ask } from './ask.ts';
import { claimsOf } from './claims.ts';
import type { Operations } from './operations.ts';
import type { AccessToken, EndReason, Events, Renewal, Session, SessionEvents } from './session-types.ts';
import type { Renewed, Tabs } from './tabs.ts';
import { isSameSession, type TokenStore } from './token-store.ts';

type Refreshed = Operations['POST /api/refresh']['answer'];

/** Early enough for slow networks. */
const RENEW_AFTER_SHARE = 0.75;
/** The maximum of setTimeout. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** Another tab announces what it has fetched within this time. */
const NEWS_WITHIN_MS = 100;

/** The session of this page's user. With `tabs`, all tabs share it and renew it ahead of time. */
export function createSession(ask: Ask, tokens: TokenStore, tabs?: Tabs): Session {
  /** In memory only. */
  let access: AccessToken | undefined;
  /** Of a login more recent than the session's. */
  let recent: AccessToken | undefined;
  let renewal: Promise<Renewal> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What another tab has fetched last; `wake` resolves the wait for it. */
  let news: Renewed | undefined;
  let wake = () => {};
  const { dispatch, on } = createEvents<SessionEvents>();

  const { remembered } = tokens;
  const isOf = (refreshToken: string) => isSameSession(remembered(), refreshToken);

  function renew(): Promise<Renewal> {
    renewal ??= startRenewal().finally(() => {
      renewal = undefined;
    });
    return renewal;
  }

  function startRenewal(): Promise<Renewal> {
    news = undefined;
    return tabs ? tabs.inTurn(askForRenewal) : askForRenewal(false);
  }

  async function askForRenewal(hadToWait: boolean): Promise<Renewal> {
    const refreshToken = remembered();
    if (refreshToken === null) {
      forgetAccess();
      return { state: 'none' };
    }
    if (hadToWait && !news) await untilNews();
    if (news?.user && isOf(news.refreshToken)) return { state: 'active', user: news.user };
    const reply = await ask('POST', '/api/refresh', { body: { refresh_token: refreshToken } });
    // Another tab has begun or ended a session in the meantime.
    if (!isOf(refreshToken)) return askForRenewal(false);
    if (reply.ok) {
      const { access_token: accessToken, user, refresh_token = refreshToken } = reply.data as Refreshed;
      holdAccess(accessToken);
      tokens.replaceOlder(refresh_token);
      tabs?.tell({ kind: 'rotated', refreshToken: refresh_token, accessToken, user });
      return { state: 'active', user };
    }
    if (reply.status !== 401 && reply.status !== 404) return { state: 'unavailable', reply };
    const reason = await reasonOfEnd();
    if (isOf(refreshToken)) end(reason);
    return askForRenewal(false);
  }

  const untilNews = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, NEWS_WITHIN_MS);
    });

  /** A suspension ends the session like any other cause; only an unexpired access token reveals which it was. */
  async function reasonOfEnd(): Promise<EndReason> {
    if (!access) return 'sessionEnded';
    const { code } = await ask('GET', '/api/me', { token: access.token });
    return code === 'account_not_active' ? 'suspended' : 'sessionEnded';
  }

  function begin(refreshToken: string, keep: boolean): void {
    tokens.remember(refreshToken, keep);
    tabs?.tell({ kind: 'began', refreshToken, kept: keep });
  }

  function end(reason: EndReason): void {
    const refreshToken = remembered();
    if (refreshToken === null) return;
    drop(refreshToken);
    tabs?.tell({ kind: 'ended', refreshToken, reason });
    if (remembered() === null) dispatch('ended', reason);
  }

  function drop(refreshToken: string): void {
    tokens.forget(refreshToken);
    if (remembered() === null) forgetAccess();
  }

  function holdAccess(token: string): void {
    access = toAccessToken(token);
    clearTimeout(timer);
    const lifetimeMs = access.untilMs - access.sinceMs;
    // Outside a browser, the next request renews.
    if (tabs && lifetimeMs > 0) timer = setTimeout(renew, Math.min(lifetimeMs * RENEW_AFTER_SHARE, MAX_TIMER_MS));
  }

  function forgetAccess(): void {
    access = undefined;
    recent = undefined;
    clearTimeout(timer);
  }

  tabs?.hear((message) => {
    const refreshToken = remembered();
    // The other tab has cleared the device's storage before its message arrives.
    const wasLoggedIn = refreshToken !== null || access !== undefined;
    if (message.kind === 'who-is-logged-in' && refreshToken !== null && !tokens.isKept()) {
      tabs.tell({ kind: 'i-am', refreshToken });
    } else if (message.kind === 'began') {
      forgetAccess();
      tokens.remember(message.refreshToken, message.kept);
      dispatch('begun', undefined);
    } else if (message.kind === 'rotated') {
      tokens.replaceOlder(message.refreshToken);
      if (!message.accessToken || !isOf(message.refreshToken)) return;
      holdAccess(message.accessToken);
      news = message;
      wake();
    } else if (message.kind === 'ended') {
      drop(message.refreshToken);
      if (wasLoggedIn && remembered() === null) dispatch('ended', message.reason);
    }
  });

  return {
    ...{ ask, tokens, begin, end, renew, forgetAccess, on, dispatch },
    takeUp({ access_token, refresh_token }, keep) {
      forgetAccess();
      holdAccess(access_token);
      begin(refresh_token, keep);
    },
    async resume() {
      if (remembered() === null) {
        const shared = await tabs?.ask();
        if (shared !== undefined && remembered() === null) tokens.remember(shared, false);
      }
      return renew();
    },
    held: () => access,
    goodToken: () => [recent, access].find((one) => one && Date.now() < one.untilMs)?.token,
    setRecent: (token) => {
      recent = token === undefined ? undefined : toAccessToken(token, RENEW_AFTER_SHARE);
    },
  };
}

/** Uses the difference of two of the service's times, because the clock of this device may be wrong. */
function toAccessToken(token: string, share = 1): AccessToken {
  const { iat = 0, exp = 0 } = claimsOf(token);
  const sinceMs = Date.now();
  return { token, sinceMs, untilMs: sinceMs + (exp - iat) * 1000 * share };
}

function createEvents<Kinds>(): Events<Kinds> {
  const target = new EventTarget();
  return {
    dispatch: (kind, detail) => void target.dispatchEvent(new CustomEvent(kind, { detail })),
    on(kind, listener) {
      const hear = (event: Event) => listener((event as CustomEvent).detail);
      target.addEventListener(kind, hear);
      return () => target.removeEventListener(kind, hear);
    },
  };
}
