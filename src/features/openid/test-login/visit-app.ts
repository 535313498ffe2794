import { error } from '../../../declare/error.ts';
import { ApiError } from '../../../http/api-error.ts';

const LoginAtAppFailed = error('app_login_failed', 400, '{what}', { values: { what: '.*' } });
/** The login did not end at the app, or not as expected. */
export const failed = (what: string): ApiError => new ApiError(LoginAtAppFailed, { what });

/** A person who is logged in at the hosted pages, in a browser of their own. */
export interface Visitor {
  /** The address of the API, as this process reaches it. */
  readonly service: string;
  /** The address of the service as apps know it. Neither ends with a slash. */
  readonly issuer: string;
  readonly accessToken: string;
}

/** The maximum number of redirects: more than a login and a consent take. */
const MAX_STEPS = 10;

/** Follows an app's authorization request, logs in and consents. Returns the address at the app where it leads. */
export async function visitApp(visitor: Visitor, begin: URL): Promise<URL> {
  const { service, issuer } = visitor;
  const send = createBrowser();
  let next = begin;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const response = await send(new URL(next.pathname + next.search, service));
    const location = response.headers.get('location');
    if (location === null)
      throw failed(`${next.pathname} answers ${response.status}: ${titleOf(await response.text())}`);
    next = new URL(location, issuer);
    if (next.searchParams.has('interaction')) next = new URL(await answer(visitor, send, next), issuer);
    else if (!next.href.startsWith(`${issuer}/oidc/`)) return next;
  }
  throw failed('the login leads round in circles');
}

type Send = (url: URL | string, init?: RequestInit) => Promise<Response>;

/** Keeps cookies, and follows no redirect. */
function createBrowser(): Send {
  const cookies = new Map<string, string>();
  return async (url, init = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { accept: 'text/html', cookie, ...init.headers };
    const response = await fetch(url, { ...init, redirect: 'manual', headers });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(set) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
}

/** Acts like the page at this address. Returns the next address. */
async function answer({ service, accessToken }: Visitor, send: Send, page: URL): Promise<string> {
  const asksToLogIn = page.pathname.endsWith('/login');
  const path = `/api/openid/interactions/${page.searchParams.get('interaction')}${asksToLogIn ? '' : '/consent'}`;
  const response = await send(service + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
    body: JSON.stringify(asksToLogIn ? {} : { decision: 'allow' }),
  });
  const { message, data } = (await response.json()) as { message: string; data: { continue_at: string } | null };
  if (!data) throw failed(`${page.pathname}: ${message}`);
  return data.continue_at;
}

/** The heading of an error page. */
const titleOf = (html: string): string => /<h1[^>]*>([^<]*)/.exec(html)?.[1]?.trim() ?? 'see the log';
