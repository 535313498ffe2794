import { claimsOf } from '../../../client/src/claims.ts';
import * as looking from '../../../client/src/look-again.ts';
import { createSession } from '../../../client/src/session.ts';
import * as actions from '../../../client/src/session-actions.ts';
import type { Proof, Renewal, Tokens, FullUser as User } from '../../../client/src/session-types.ts';
import { actingToken, readActedUser, showActingBanner, stopActing } from './acting.ts';
import { call, type Method, type Options, type Reply, refusal } from './api.ts';
import { forgetJourneys } from './journey-store.ts';
import { reload, rememberSession } from './page.ts';
import { forgetPages } from './page-state.ts';
import { type EndReason, tabs } from './tabs.ts';
import { canRemember, isKept, tokenStore } from './token-store.ts';

export type { User };

const session = createSession(call, tokenStore, tabs);
looking.lookAgainWhenShown(session);

export const { end } = session;
export const logOut = (): void =>
  void (actingToken() === undefined ? actions.logOut(session) : stopActing().then(reload));
/** A tab in which an administrator acts as a user has only that session. */
export function renew(): Promise<Renewal> {
  const token = actingToken();
  return token === undefined ? session.renew() : renewActing(token);
}
export const lookAgain = (): Promise<void> => looking.lookAgain(session);

export const whenEnded = (listener: (reason: EndReason) => void): void => void session.on('ended', listener);
export const whenBegun = (listener: () => void): void => void session.on('begun', listener);
export const whenLookedAgain = (listener: (user: User) => void): void => void session.on('looked-again', listener);

export function begin(refreshToken: string, keep: boolean): void {
  session.begin(refreshToken, keep);
  endJourneys();
}

async function renewActing(token: string): Promise<Renewal> {
  const reply = await readActedUser(token);
  if (reply.status === 401) return { state: 'none' };
  if (!reply.ok) return { state: 'unavailable', reply };
  const user = reply.data as User;
  showActingBanner(user.full_name);
  return { state: 'active', user };
}

/** Resumes the session of this tab, this device or another open tab. */
export async function resume(): Promise<Renewal> {
  const acting = actingToken();
  if (acting !== undefined) return renewActing(acting);
  const found: Renewal = canRemember
    ? await session.resume()
    : { state: 'unavailable', reply: refusal('storage_blocked') };
  if (found.state !== 'active') rememberSession('none');
  return found;
}

/**
 * A request for the user shown on the page, only while the session exists: the access token alone would work for
 * minutes after the session was ended elsewhere.
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
  const token = await tokenOf(user);
  if (typeof token !== 'string') return token;
  const reply = await call(method, path, { ...options, token, body });
  if (reply.code === 'account_not_active') end('suspended');
  return reply;
}

/** An access token of the user shown on the page, for operations that check the session themselves. */
export async function tokenOf(user: User, refused?: string): Promise<string | Reply> {
  const token = actingToken();
  if (token === undefined) return actions.accessTokenOf(session, refused, user.id);
  return token === refused ? refusal('session_ended') : token;
}

export const reauthenticate = (proof: Proof): Promise<Reply> => actions.reauthenticate(session, proof);

/** Call after a change of what this session's access tokens may do. */
export const forgetRecentLogin = (): void => session.setRecent(undefined);

const claims = () => claimsOf(actingToken() ?? session.held()?.token);

/** The id of this session in lists of sessions. */
export const currentSessionId = (): string | undefined => claims().sid;

/** SECOND_FACTOR: the account must add a second factor first. */
export const needsFactorSetup = (): boolean => claims().purpose === 'factor_setup';

/** Browsers create passkeys by themselves only within minutes after a password was filled in. */
const PASSWORD_RECENT_SECONDS = 5 * 60;

/** True if the session has just begun with a password. Both times are the service's. */
export function hasJustTypedPassword(): boolean {
  const { purpose, amr = [], iat = 0, auth_time = 0 } = claims();
  return purpose === 'auth' && amr.includes('pwd') && iat - auth_time < PASSWORD_RECENT_SECONDS;
}

/** Logs in with a password that was just typed on this page, without asking again. */
export const logInQuietly = (email: string, password: string, keep?: boolean): Promise<Reply> =>
  takeUpLogin(call('POST', '/api/login', { body: { email, password } }), keep);

/** `ok` means that the session has begun. */
export async function takeUpLogin(login: Promise<Reply>, keep = isKept()): Promise<Reply> {
  const reply = await login;
  if (!reply.ok) return reply;
  const { access_token, refresh_token } = reply.data as Partial<Tokens>;
  // The account may need more than a password.
  if (access_token === undefined || refresh_token === undefined) return { ...reply, ok: false };
  takeUp({ access_token, refresh_token }, keep);
  return reply;
}

/** Call after another login on this page, which ended the previous session. */
export function replaceSession({ data }: Reply): void {
  const before = tokenStore.remembered();
  takeUp(data as Tokens, isKept());
  // With SESSIONS=many, the old session would remain as a device; otherwise the login has ended it.
  if (before !== null) void call('POST', '/api/logout', { body: { refresh_token: before } });
}

function takeUp(login: Tokens, keep: boolean): void {
  session.takeUp(login, keep);
  endJourneys();
}

/** With a session, they are over. */
function endJourneys(): void {
  forgetJourneys();
  forgetPages();
}
