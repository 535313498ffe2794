import type { Client, Provider } from 'oidc-provider';
import { type HandedOver, handOver, type LibraryAnswer } from './hand-over.ts';
import { HAS_ENDED, PATHS } from './paths.ts';

type Context = NonNullable<LibraryAnswer['oidc']>;
type SubjectOf = (accountId: string, client: Client) => Promise<string>;

export interface LogoutParts {
  readonly subjectOf: SubjectOf;
  /** Ends the session of the hosted pages that an account id names. */
  readonly endSession: (accountId: string) => Promise<void>;
}

/**
 * The library asks before every logout, by a page that it sends to itself. Nobody is asked whose app has shown an ID token of theirs, or who is not logged in: then the
 * form is sent from here. The session of the hosted pages ends with it, and with that every other app's.
 */
export async function finishLogout(
  provider: Provider,
  request: HandedOver,
  first: LibraryAnswer,
  { subjectOf, endSession }: LogoutParts,
): Promise<LibraryAnswer> {
  const { oidc } = first;
  const isSwitch = oidc !== undefined && isSwitchOfAccounts(oidc);
  const secret = oidc?.session?.state?.secret;
  let last = first;
  const asks = first.status === 200 && (isSwitch || oidc?.route === 'end_session');
  if (asks && typeof secret === 'string' && (isSwitch || (await mayGoOn(oidc, subjectOf)))) {
    const form = Buffer.from(new URLSearchParams({ xsrf: secret, logout: 'yes' }).toString());
    const second = await handOver(provider, {
      ...request,
      method: 'POST',
      url: `${PATHS.end_session}/confirm`,
      headers: {
        ...request.headers,
        cookie: withCookies(String(request.headers.cookie ?? ''), first.cookies),
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(form.length),
      },
      body: form,
    });
    last = { ...second, cookies: [...first.cookies, ...second.cookies] };
  }
  const ended = last.oidc;
  const isLogout = ended?.route === 'end_session_confirm' && last.status < 400 && ended.params?.logout !== undefined;
  // Whoever goes on as somebody else keeps the session before, wherever that is used.
  if (!isLogout || isSwitch || !ended?.session?.accountId) return last;
  await endSession(ended.session.accountId);
  const { location } = last.headers;
  return location ? { ...last, headers: { ...last.headers, ...sayingSo(location, provider.issuer) } } : last;
}

/**
 * Somebody goes on as another account: the library logs out the one before, to come back here. Where it leads tells it
 * from a logout that was never confirmed, which the session still remembers.
 */
function isSwitchOfAccounts(oidc: Context): boolean {
  const uid = oidc.route === 'resume' ? oidc.entities.Interaction?.uid : undefined;
  return uid !== undefined && oidc.session?.state?.postLogoutRedirectUri === oidc.urlFor('resume', { uid });
}

/** The page at the end says that somebody was logged out. It cannot know where nobody was: then it says less. */
function sayingSo(location: string, issuer: string): { readonly location: string } {
  const url = URL.parse(location);
  if (!url || url.origin + url.pathname !== `${issuer}${PATHS.end_session}/success`) return { location };
  url.searchParams.set(HAS_ENDED, '1');
  return { location: url.href };
}

/** An ID token of whoever is logged in, or nobody is. */
async function mayGoOn({ session, client, entities }: Context, subjectOf: SubjectOf): Promise<boolean> {
  const accountId = session?.accountId;
  if (accountId === undefined) return true;
  const hint = entities.IdTokenHint as { readonly payload?: { readonly sub?: unknown } } | undefined;
  return hint !== undefined && client !== undefined && hint.payload?.sub === (await subjectOf(accountId, client));
}

/** As a browser would send them after an answer. */
function withCookies(header: string, set: readonly string[]): string {
  const cookies = new Map(header.split('; ').map((pair) => pair.split(/=(.*)/s, 2) as [string, string]));
  for (const one of set) {
    const [name = '', value = ''] = (one.split(';', 1)[0] ?? '').split(/=(.*)/s, 2);
    cookies.set(name, value);
  }
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}
