import type { Ask } from './ask.ts';
import { claimsOf } from './claims.ts';
import { createEvents } from './events.ts';
import type { Operations } from './operations.ts';
import type { AccessToken, EndReason, Renewal, Session, SessionEvents } from './session-types.ts';
import type { Renewed, Tabs } from './tabs.ts';
import { isSameSession, type TokenStore } from './token-store.ts';

type Refreshed = Operations['POST /api/refresh']['answer'];

/** Well before the end, so that a slow network does not matter. */
const RENEW_AFTER_SHARE = 0.75;
/** Longer than this a timer cannot wait. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** What the tab before this one has fetched is told in no time. */
const NEWS_WITHIN_MS = 100;

/** The session of whoever looks at this page: one for all tabs where there are `tabs`, which then also renew ahead of time. */
export function createSession(ask: Ask, tokens: TokenStore, tabs?: Tabs): Session {
  /** In memory only. */
  let access: AccessToken | undefined;
  /** Of a login that is more recent than that of the session. */
  let recent: AccessToken | undefined;
  let renewal: Promise<Renewal> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What another tab has fetched last, and who waits for it. */
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
    // Another tab began or ended a session meanwhile: what counts is what is remembered now.
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

  /** A suspension ends the session like any other cause; only an access token that has not run out yet is told which it was. */
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
    access = holdable(token);
    clearTimeout(timer);
    const lifetimeMs = access.untilMs - access.sinceMs;
    // Elsewhere than in a browser nobody waits for a page: the next request renews.
    if (tabs && lifetimeMs > 0) timer = setTimeout(renew, Math.min(lifetimeMs * RENEW_AFTER_SHARE, LONGEST_TIMER_MS));
  }

  function forgetAccess(): void {
    access = undefined;
    recent = undefined;
    clearTimeout(timer);
  }

  tabs?.hear((message) => {
    const refreshToken = remembered();
    // What was kept on the device is gone before the news of it arrives.
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
      recent = token === undefined ? undefined : holdable(token, RENEW_AFTER_SHARE);
    },
  };
}

/** By the difference of two times of the service: the clock of this device may be wrong. */
function holdable(token: string, share = 1): AccessToken {
  const { iat = 0, exp = 0 } = claimsOf(token);
  const sinceMs = Date.now();
  return { token, sinceMs, untilMs: sinceMs + (exp - iat) * 1000 * share };
}
