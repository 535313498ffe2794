import { randomBytes } from 'node:crypto';
import type { HttpRequest } from '../../../http/request.ts';

/**
 * Binds a login to the browser that started it. Otherwise an attacker could start a login, send its URL to a logged-in
 * user and be logged in as that user. `__Host-` keeps other hosts of the domain from setting the cookie. It requires
 * `Path=/` even if the service is below a path: the other paths of a host can script our pages anyway, other hosts not.
 */
const nameOf = (uid: string, isSecure: boolean): string => `${isSecure ? '__Host-' : ''}latchkey-login-${uid}`;

const NAME = /(?:^|; )((?:__Host-)?latchkey-login-[\w-]+)=/g;

/** Older ones are dropped, so that a browser sent here repeatedly does not exceed the limit on headers. */
const MAX_AT_ONCE = 10;

export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Undefined if another browser started the login. */
export function secretIn(cookies: string | undefined, uid: string, isSecure: boolean): string | undefined {
  const start = `${nameOf(uid, isSecure)}=`;
  const found = (cookies ?? '').split('; ').find((cookie) => cookie.startsWith(start));
  return found?.slice(start.length);
}

/** The id of the login's record, stored as a hash, so that only the holder of the cookie can find it. */
export const recordId = (uid: string, secret: string): string => `${uid}.${secret}`;

const attributes = (isSecure: boolean): string => `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

interface BegunLogin {
  readonly uid: string;
  readonly secret: string;
  /** The seconds until the login expires. */
  readonly seconds: number;
}

export function beginCookies(cookies: string | undefined, begun: BegunLogin, isSecure: boolean): string[] {
  const { uid, secret, seconds } = begun;
  const names = [...(cookies ?? '').matchAll(NAME)].map(([, name = '']) => name);
  return [
    `${nameOf(uid, isSecure)}=${secret}; Max-Age=${seconds}; ${attributes(isSecure)}`,
    ...names.slice(MAX_AT_ONCE - 1).map((name) => `${name}=; Max-Age=0; ${attributes(isSecure)}`),
  ];
}

export const endCookie = (uid: string, isSecure: boolean): string =>
  `${nameOf(uid, isSecure)}=; Max-Age=0; ${attributes(isSecure)}`;

const SESSION = 'latchkey_openid';
const INTERACTION = 'latchkey_openid_page';
const RESUME = 'latchkey_openid_resume';

/**
 * The names of the library's cookies. `__Host-` keeps other hosts of the domain from planting their session in a user's
 * browser, which would log the user in to apps as somebody else. It requires `Path=/`, so the name contains the path:
 * several services can share a host.
 */
export function cookieNames(issuer: string): { session: string; interaction: string; resume: string } {
  const { protocol, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '').replaceAll(/\W/g, '-');
  const session = `${protocol === 'https:' ? '__Host-' : ''}${SESSION}${path}`;
  return { session, interaction: INTERACTION, resume: RESUME };
}

/** The library's cookies for a pending login are neither sent nor read: ours (`nameOf`) replaces them. */
export const isLoginCookie = (cookie: string): boolean =>
  cookie.startsWith(`${INTERACTION}=`) || cookie.startsWith(`${RESUME}=`);

/** The `Cookie` header for the library. */
export function cookiesForLibrary(
  { cookies = '', params: { uid } }: Pick<HttpRequest, 'cookies' | 'params'>,
  issuer: string,
): string {
  const sent = cookies.split('; ').filter((cookie) => !isLoginCookie(cookie));
  const hasSecret = uid !== undefined && secretIn(cookies, uid, issuer.startsWith('https:')) !== undefined;
  if (hasSecret) sent.push(`${RESUME}=${uid}`);
  return sent.join('; ');
}
