import type { Client, Provider } from 'oidc-provider';
import { logOut } from '../../../core/sign-in/end-sessions.ts';
import type { Requester } from '../../../lib/requester.ts';
import type { Store } from '../../../store/commit.ts';
import { parseAccountId } from './account-id.ts';
import { callLibrary, type LibraryAnswer, type LibraryRequest } from './call-library.ts';
import { ENDED_PARAMETER, PATHS } from './paths.ts';

type Context = NonNullable<LibraryAnswer['oidc']>;
type SubjectOf = (accountId: string, client: Client) => Promise<string>;

interface LogoutParts {
  readonly subjectOf: SubjectOf;
  readonly db: Store;
  readonly requester: Requester;
}

/**
 * The library confirms every logout with a form. If the app presented the user's ID token or no user is logged in, the
 * form is submitted here instead. The session of the hosted pages ends too, and with it that of every app.
 */
export async function finishLogout(
  provider: Provider,
  request: LibraryRequest,
  answered: LibraryAnswer,
  { subjectOf, db, requester }: LogoutParts,
): Promise<LibraryAnswer> {
  const first = hasNoWayBack(answered) ? await callLibrary(provider, withoutWayBack(provider, request)) : answered;
  const { oidc } = first;
  const isSwitch = oidc !== undefined && isAccountSwitch(oidc);
  const secret = oidc?.session?.state?.secret;
  const asks = first.status === 200 && (isSwitch || oidc?.route === 'end_session');
  const isConfirmed = asks && (isSwitch || (await needsNoConfirmation(oidc, subjectOf)));
  const last = isConfirmed && typeof secret === 'string' ? await confirm(provider, request, first, secret) : first;
  const ended = last.oidc;
  // The library redirects once it has ended its own session; every other answer is a refusal.
  const { location } = last.headers;
  const isLogout =
    ended?.route === 'end_session_confirm' && location !== undefined && ended.params?.logout !== undefined;
  // A switch of accounts keeps the previous session, which other browsers may use.
  if (!isLogout || isSwitch || !ended.session?.accountId) return last;
  await endSession(db, ended.session.accountId, requester);
  return { ...last, headers: { ...last.headers, ...withEndedFlag(location, provider.issuer) } };
}

/**
 * Whether the library refused a logout because the app has no address to return to. People would remain logged in, so
 * they are logged out and stay on our page. An app that has addresses learns that it sent another one.
 */
const hasNoWayBack = ({ status, oidc }: LibraryAnswer): boolean =>
  status === 400 &&
  oidc?.route === 'end_session' &&
  oidc.params?.post_logout_redirect_uri !== undefined &&
  oidc.client?.postLogoutRedirectUris?.length === 0;

function withoutWayBack({ issuer }: Provider, request: LibraryRequest): LibraryRequest {
  const { pathname, searchParams } = new URL(request.url, issuer);
  searchParams.delete('post_logout_redirect_uri');
  return { ...request, url: `${pathname}?${searchParams}` };
}

/** Submits the form of the library's question. */
async function confirm(
  provider: Provider,
  request: LibraryRequest,
  question: LibraryAnswer,
  xsrf: string,
): Promise<LibraryAnswer> {
  const form = Buffer.from(new URLSearchParams({ xsrf, logout: 'yes' }).toString());
  const confirmed = await callLibrary(provider, {
    ...request,
    method: 'POST',
    url: `${PATHS.end_session}/confirm`,
    headers: {
      ...request.headers,
      cookie: withCookies(String(request.headers.cookie ?? ''), question.cookies),
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(form.length),
    },
    body: form,
  });
  return { ...confirmed, cookies: [...question.cookies, ...confirmed.cookies] };
}

/** Ends the session of the hosted pages, and everything that depends on it. */
async function endSession(db: Store, accountId: string, requester: Requester): Promise<void> {
  const account = parseAccountId(accountId);
  if (!account) return;
  await logOut(db, account.userId, account.sessionId, requester);
}

/**
 * When a user continues with another account, the library logs out the previous one and returns here. The redirect
 * address distinguishes that from an unconfirmed logout, which the session still remembers.
 */
function isAccountSwitch(oidc: Context): boolean {
  const uid = oidc.route === 'resume' ? oidc.entities.Interaction?.uid : undefined;
  return uid !== undefined && oidc.session?.state?.postLogoutRedirectUri === oidc.urlFor('resume', { uid });
}

/** Informs the library's final page that a session has ended. */
function withEndedFlag(location: string, issuer: string): { readonly location: string } {
  const url = URL.parse(location);
  if (!url || url.origin + url.pathname !== `${issuer}${PATHS.end_session}/success`) return { location };
  url.searchParams.set(ENDED_PARAMETER, '1');
  return { location: url.href };
}

/** Whether the app presented an ID token of the logged-in user, or no user is logged in. */
async function needsNoConfirmation({ session, client, entities }: Context, subjectOf: SubjectOf): Promise<boolean> {
  const accountId = session?.accountId;
  if (accountId === undefined) return true;
  const hint = entities.IdTokenHint as { readonly payload?: { readonly sub?: unknown } } | undefined;
  return hint !== undefined && client !== undefined && hint.payload?.sub === (await subjectOf(accountId, client));
}

/** The `Cookie` header that a browser would send after an answer. */
function withCookies(header: string, set: readonly string[]): string {
  const cookies = new Map(header.split('; ').map((pair) => pair.split(/=(.*)/s, 2) as [string, string]));
  for (const one of set) {
    const [name = '', value = ''] = (one.split(';', 1)[0] ?? '').split(/=(.*)/s, 2);
    cookies.set(name, value);
  }
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}
