import type { HttpRequest } from '../http/request.ts';
import { secretIn } from './interaction-cookie.ts';
import { PATHS } from './paths.ts';

const SESSION = 'latchkey_openid';
const INTERACTION = 'latchkey_openid_page';
const RESUME = 'latchkey_openid_resume';

/**
 * The names of the library's cookies. `__Host-`: another host of the domain cannot plant a session of its own in
 * somebody's browser, who would then be logged in at the apps as somebody else. Browsers want `Path=/` of it, so services
 * below several paths of one host have a name each.
 */
export function cookieNames(issuer: string): { session: string; interaction: string; resume: string } {
  const { protocol, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '').replaceAll(/\W/g, '-');
  const session = `${protocol === 'https:' ? '__Host-' : ''}${SESSION}${path}`;
  return { session, interaction: INTERACTION, resume: RESUME };
}

/** The library's own for a login on its way are neither sent nor believed: interaction-cookie.ts has a better one. */
export const isOfLogin = (cookie: string): boolean =>
  cookie.startsWith(`${INTERACTION}=`) || cookie.startsWith(`${RESUME}=`);

/** The cookies that the library is to see. */
export function cookiesForLibrary(
  { cookies = '', path, params: { uid } }: Pick<HttpRequest, 'cookies' | 'path' | 'params'>,
  issuer: string,
): string {
  const sent = cookies.split('; ').filter((one) => !isOfLogin(one));
  const hasSecret = uid !== undefined && secretIn(cookies, uid, issuer.startsWith('https:')) !== undefined;
  if (hasSecret) sent.push(`${RESUME}=${uid}`);
  if (path.startsWith(PATHS.end_session)) sent.push(...fromBeforePrefix(sent, cookieNames(issuer).session));
  return sent.join('; ');
}

/** Sessions that began before version 0.6.0 have a cookie without the prefix. It counts where they end alone. */
const fromBeforePrefix = (sent: readonly string[], session: string): string[] =>
  sent.some((one) => one.startsWith(`${session}=`))
    ? []
    : sent.filter((one) => one.startsWith(`${SESSION}=`)).map((one) => one.replace(SESSION, session));
