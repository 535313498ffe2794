import type { TypeOf } from '../../operations/json-schema.ts';
import type { SafeUser } from '../../operations/schemas.ts';
import { call, type Method, type Options, type Reply, refusal } from './api.ts';
import { claimsOf } from './claims.ts';
import { forgetJourneys } from './journey-store.ts';
import { noteSession } from './page.ts';
import { askTabs, type EndReason, hearTabs, tellTabs } from './tabs.ts';
import { canRemember, forget, isKept, isSameSession, remember, remembered, replaceOlder } from './token-store.ts';

/** As the operations declare it: only a type, so that nothing of the service gets into the scripts. */
export type User = TypeOf<typeof SafeUser>;

interface Refreshed {
  readonly access_token: string;
  readonly user: User;
  /** With REFRESH_ROTATION=on. */
  readonly refresh_token?: string;
}

export type Renewal =
  | { readonly state: 'active'; readonly user: User }
  | { readonly state: 'none' }
  | { readonly state: 'unavailable'; readonly reply: Reply };

/** In memory only. */
let accessToken: string | undefined;
/** An access token of a login that is more recent than that of the session, until it is about to run out. */
let recent: { readonly token: string; readonly untilMs: number } | undefined;
let renewal: Promise<Renewal> | undefined;
let renewedAtMs = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

const events = new EventTarget();

export function begin(refreshToken: string, keep: boolean): void {
  remember(refreshToken, keep);
  forgetJourneys();
  tellTabs({ kind: 'began', refreshToken, kept: keep });
}

/** Takes up the session of this tab, of this device, or of another tab that is open. */
export async function resume(): Promise<Renewal> {
  const found = await findSession();
  if (found.state !== 'active') noteSession('none');
  return found;
}

async function findSession(): Promise<Renewal> {
  if (!canRemember) return { state: 'unavailable', reply: refusal('storage_blocked') };
  if (remembered() === null) {
    const shared = await askTabs();
    if (shared !== undefined && remembered() === null) remember(shared, false);
  }
  return renew();
}

/** A new access token, and with it the news whether the session still stands. Asked for by many, fetched once. */
export function renew(): Promise<Renewal> {
  renewal ??= askForRenewal().finally(() => {
    renewal = undefined;
  });
  return renewal;
}

async function askForRenewal(): Promise<Renewal> {
  const refreshToken = remembered();
  if (refreshToken === null) {
    forgetAccess();
    return { state: 'none' };
  }
  const reply = await call('POST', '/api/refresh', { body: { refresh_token: refreshToken } });
  // Another tab began or ended a session meanwhile: what counts is what is remembered now.
  if (!isSameSession(remembered(), refreshToken)) return askForRenewal();
  if (reply.ok) {
    const { access_token, user, refresh_token } = reply.data as Refreshed;
    accessToken = access_token;
    if (refresh_token !== undefined) {
      replaceOlder(refresh_token);
      tellTabs({ kind: 'rotated', refreshToken: refresh_token });
    }
    scheduleRenewal(access_token);
    return { state: 'active', user };
  }
  if (reply.status !== 401 && reply.status !== 404) return { state: 'unavailable', reply };
  const reason = await reasonOfEnd();
  if (isSameSession(remembered(), refreshToken)) end(reason);
  return askForRenewal();
}

/** A suspension ends the session like any other cause; only an access token that has not run out yet is told which it was. */
async function reasonOfEnd(): Promise<EndReason> {
  if (accessToken === undefined) return 'sessionEnded';
  const { code } = await call('GET', '/api/me', { token: accessToken });
  return code === 'account_not_active' ? 'suspended' : 'sessionEnded';
}

/**
 * A request on behalf of the user whom the page shows, made only while the session stands: the access token alone would
 * still be good for minutes after somebody has ended the session elsewhere.
 */
export async function request(
  user: User,
  method: Method,
  path: string,
  body?: object,
  options: Pick<Options, 'withCookies'> = {},
): Promise<Reply> {
  const renewed = await renew();
  if (renewed.state === 'unavailable') return renewed.reply;
  if (renewed.state === 'none' || renewed.user.id !== user.id) return refusal('session_ended');
  const reply = await call(method, path, { ...options, token: newestToken(), body });
  if (reply.code === 'account_not_active') end('suspended');
  return reply;
}

const newestToken = (): string | undefined => (recent && Date.now() < recent.untilMs ? recent.token : accessToken);

/**
 * An access token of the user whom the page shows, for operations that look themselves whether the session stands: a new one is asked for
 * only where there is none, or where the service has refused this one.
 */
export async function tokenOf(user: User, refused?: string): Promise<string | Reply> {
  if (refused !== undefined && refused === recent?.token) recent = undefined;
  const token = newestToken();
  if (token !== undefined && token !== refused) return token;
  const renewed = await renew();
  if (renewed.state === 'unavailable') return renewed.reply;
  if (renewed.state === 'none' || renewed.user.id !== user.id) return refusal('session_ended');
  return accessToken ?? refusal('session_ended');
}

/** Proves once more who this is. The session keeps the time of its login; only the access token of the answer is newer. */
export const reauthenticate = (password: string, code = ''): Promise<Reply> =>
  proveAgain({ password, ...(code !== '' && { code }) });

export const reauthenticateByPasskey = (passkey: object): Promise<Reply> => proveAgain({ passkey });

async function proveAgain(body: object): Promise<Reply> {
  const renewed = await renew();
  if (renewed.state === 'unavailable') return renewed.reply;
  if (renewed.state === 'none') return refusal('session_ended');
  const reply = await call('POST', '/api/reauthenticate', { token: accessToken, body });
  if (reply.ok) {
    const { access_token: token } = reply.data as { access_token: string };
    recent = { token, untilMs: Date.now() + lifetimeMsOf(token) * RENEW_AFTER_SHARE };
  }
  return reply;
}

/** After something that changes what access tokens of this session may do. */
export function forgetRecentLogin(): void {
  recent = undefined;
}

/** The id by which lists of sessions name the one of this page. */
export const currentSessionId = (): string | undefined => claimsOf(accessToken ?? '')?.sid;

/** SECOND_FACTOR: the account can do nothing before it has one. */
export const needsFactorSetup = (): boolean => claimsOf(accessToken ?? '')?.purpose === 'factor_setup';

/** Browsers make a passkey by themselves only within minutes after a password was filled in. */
const PASSWORD_RECENT_SECONDS = 5 * 60;

/** Whether the session has just begun with a password: both times are of the service. */
export function hasJustTypedPassword(): boolean {
  const { purpose, amr = [], iat = 0, auth_time = 0 } = claimsOf(accessToken ?? '') ?? {};
  return purpose === 'auth' && amr.includes('pwd') && iat - auth_time < PASSWORD_RECENT_SECONDS;
}

/**
 * A login with a password that was typed on this page a moment ago, so that nobody is asked for it again. `ok` means
 * that the session has begun.
 */
export async function logInQuietly(email: string, password: string, keep = isKept()): Promise<Reply> {
  const reply = await call('POST', '/api/login', { body: { email, password } });
  if (!reply.ok) return reply;
  const { access_token, refresh_token } = reply.data as { access_token?: string; refresh_token?: string };
  // An account may want more than a password.
  if (access_token === undefined || refresh_token === undefined) return { ...reply, ok: false };
  takeUp(access_token, refresh_token, keep);
  return reply;
}

/** After another login on this page, by whoever it was: the session before it is over. */
export function replaceSession({ data }: Reply): void {
  const before = remembered();
  const { access_token, refresh_token } = data as { access_token: string; refresh_token: string };
  takeUp(access_token, refresh_token, isKept());
  // With SESSIONS=many it would be one more of the devices; otherwise the login has ended it already.
  if (before !== null) void call('POST', '/api/logout', { body: { refresh_token: before } });
}

function takeUp(access: string, refreshToken: string, keep: boolean): void {
  forgetAccess();
  accessToken = access;
  scheduleRenewal(access);
  begin(refreshToken, keep);
}

/** At once, whatever the service does: it is told, but not waited for. Nobody holds the token any more, and it dies of age. */
export function logOut(): void {
  for (let refreshToken = remembered(); refreshToken !== null; refreshToken = remembered()) {
    void call('POST', '/api/logout', { body: { refresh_token: refreshToken }, outlivesPage: true });
    end('loggedOut');
  }
}

export function end(reason: EndReason): void {
  const refreshToken = remembered();
  if (refreshToken === null) return;
  drop(refreshToken);
  tellTabs({ kind: 'ended', refreshToken, reason });
  if (remembered() === null) dispatchEnded(reason);
}

/** Here or in another tab. */
export const whenEnded = (listener: (reason: EndReason) => void): void =>
  events.addEventListener('ended', (event) => listener((event as CustomEvent<EndReason>).detail));

/** In another tab, be it for another user. */
export const whenBegun = (listener: () => void): void => events.addEventListener('begun', listener);

/** With the user as the service has it now, when somebody has come back to the page after a while. */
export const whenLookedAgain = (listener: (user: User) => void): void =>
  events.addEventListener('looked-again', (event) => listener((event as CustomEvent<User>).detail));

function drop(refreshToken: string): void {
  forget(refreshToken);
  if (remembered() === null) forgetAccess();
}

function forgetAccess(): void {
  accessToken = undefined;
  recent = undefined;
  clearTimeout(timer);
}

hearTabs((message) => {
  const refreshToken = remembered();
  // What was kept on the device is gone before the news of it arrives.
  const wasLoggedIn = refreshToken !== null || accessToken !== undefined;
  if (message.kind === 'who-is-logged-in' && refreshToken !== null && !isKept()) {
    tellTabs({ kind: 'i-am', refreshToken });
  } else if (message.kind === 'began') {
    forgetAccess();
    remember(message.refreshToken, message.kept);
    events.dispatchEvent(new Event('begun'));
  } else if (message.kind === 'rotated') {
    replaceOlder(message.refreshToken);
  } else if (message.kind === 'ended') {
    drop(message.refreshToken);
    if (wasLoggedIn && remembered() === null) dispatchEnded(message.reason);
  }
});

const dispatchEnded = (reason: EndReason) => events.dispatchEvent(new CustomEvent('ended', { detail: reason }));

/** Well before the end, so that a slow network does not matter. */
const RENEW_AFTER_SHARE = 0.75;
/** Longer than this a timer cannot wait. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

function scheduleRenewal(token: string): void {
  renewedAtMs = Date.now();
  clearTimeout(timer);
  const lifetimeMs = lifetimeMsOf(token);
  if (lifetimeMs > 0) timer = setTimeout(renew, Math.min(lifetimeMs * RENEW_AFTER_SHARE, LONGEST_TIMER_MS));
}

/** The difference of two times of the service: the clock of this device may be wrong. */
function lifetimeMsOf(token: string): number {
  const { iat = 0, exp = 0 } = claimsOf(token) ?? {};
  return (exp - iat) * 1000;
}

/** Whoever comes back to the page sees what has changed elsewhere: that the session has ended, or an address that was confirmed in another tab. */
const LOOK_AGAIN_AFTER_MS = 10_000;

export async function lookAgain(): Promise<void> {
  const isOld = Date.now() - renewedAtMs > LOOK_AGAIN_AFTER_MS;
  if (document.visibilityState !== 'visible' || accessToken === undefined || !isOld) return;
  const renewed = await renew();
  if (renewed.state === 'active') events.dispatchEvent(new CustomEvent('looked-again', { detail: renewed.user }));
}

document.addEventListener('visibilitychange', lookAgain);
// Windows that stand side by side are both visible.
addEventListener('focus', lookAgain);
