import type { Provider } from 'oidc-provider';
import type { Endpoint, HttpAnswer } from '../http/endpoint.ts';
import type { HttpRequest } from '../http/request.ts';
import { formWithoutEmptySecret } from './empty-secret.ts';
import type { LibraryAnswer } from './hand-over.ts';
import { beginCookies, endCookie, newSecret, secretIn } from './interaction-cookie.ts';
import { cookiesForLibrary, isOfLogin } from './library-cookies.ts';
import type { OpenId } from './openid.ts';
import { HAS_ENDED, PATHS, SERVED } from './paths.ts';

/** What people see, drawn by the hosted pages. */
export interface OpenIdPages {
  /** The app has sent them here with something that is wrong, or the login took too long. */
  readonly error: (request: HttpRequest, status: number, code: string) => Promise<HttpAnswer>;
  /** Asks whether to log out, by a form that the browser sends by itself. */
  readonly logout: (request: HttpRequest, form: LogoutForm) => Promise<HttpAnswer>;
  /** `hasEnded`: somebody was logged out just now. */
  readonly loggedOut: (request: HttpRequest, hasEnded: boolean) => Promise<HttpAnswer>;
}

export interface LogoutForm {
  readonly action: string;
  readonly xsrf: string;
  /** Where it leads in the end: the browser must be allowed to go there from a form. */
  readonly leadsTo: string | undefined;
}

export interface OpenIdEndpointParts {
  readonly openId: OpenId;
  readonly pages: OpenIdPages;
  /** Ends the session of the hosted pages that an account id names. */
  readonly endSession: (accountId: string, request: HttpRequest) => Promise<void>;
}

/** The library's endpoints as rows of the route table. */
export const openIdEndpoints = (parts: OpenIdEndpointParts): Endpoint[] =>
  Object.entries(SERVED).flatMap(([path, methods]) =>
    methods.map((method): Endpoint => {
      const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ');
      return { method, path, answer: (request) => (isPlainOptions(request) ? plain(allow) : answer(request, parts)) };
    }),
  );

/** Not the question of a browser before a call from elsewhere, which is the library's to answer. */
const isPlainOptions = ({ method, headers }: HttpRequest): boolean =>
  method === 'OPTIONS' && (headers.origin === undefined || headers['access-control-request-method'] === undefined);

const plain = (allow: string): HttpAnswer => ({ status: 204, headers: { allow }, body: '' });

async function answer(request: HttpRequest, parts: OpenIdEndpointParts): Promise<HttpAnswer> {
  const [provider, { handOver }, { finishLogout }, { withUnseenToken }] = await Promise.all([
    parts.openId.provider(),
    import('./hand-over.ts'),
    import('./logout.ts'),
    import('./access-tokens.ts'),
  ]);
  const sent = request.method === 'POST' ? await request.bytes() : Buffer.alloc(0);
  const nameOnly = formWithoutEmptySecret(request.headers.authorization, sent);
  const form = nameOnly ?? sent;
  const body = request.path === PATHS.introspection ? withUnseenToken(form) : form;
  const secret = newSecret();
  const handedOver = {
    secretOfLogin: (uid: string) => secretIn(request.cookies, uid, parts.openId.isSecure()) ?? secret,
    requestId: request.id,
    method: request.method === 'HEAD' ? 'GET' : request.method,
    url: request.url,
    headers: {
      ...request.headers,
      ...(nameOnly && { authorization: undefined }),
      cookie: cookiesForLibrary(request, parts.openId.issuer()),
      ...(body !== sent && { 'content-length': String(body.length) }),
    },
    body,
    remoteAddress: request.requester.address ?? '',
  };
  const answered = await handOver(provider, handedOver);
  // The library has not seen that the client tried (RFC 6749, 5.2).
  const challenge = nameOnly && answered.status === 401 && { 'www-authenticate': `Basic realm="${provider.issuer}"` };
  const first = { ...answered, headers: { ...answered.headers, ...challenge } };
  const last = await finishLogout(provider, handedOver, first, {
    subjectOf: parts.openId.subjectOf,
    endSession: (accountId) => parts.endSession(accountId, request),
  });
  const cookies = loginCookies(last, request, secret, parts.openId.isSecure());
  return toHttp(last, cookies, request, provider, parts);
}

/** Routes that answer an app through the browser. */
const FOR_APPS = new Set(['authorization', 'resume']);
/** The routes that people come to; all others are for programs. */
const FOR_PEOPLE = new Set([...FOR_APPS, 'end_session', 'end_session_confirm', 'end_session_success']);

async function toHttp(
  answered: LibraryAnswer,
  own: readonly string[],
  request: HttpRequest,
  provider: Provider,
  { pages }: OpenIdEndpointParts,
): Promise<HttpAnswer> {
  const { status, headers, oidc } = answered;
  const cookies = [...answered.cookies.filter((cookie) => !isOfLogin(cookie)), ...own];
  // With response_mode=form_post a page of the library's brings the answer to the app, also when it is an error.
  const isForApp = oidc && FOR_APPS.has(oidc.route) && headers['content-type']?.startsWith('text/html');
  if (oidc && FOR_PEOPLE.has(oidc.route) && !isForApp) {
    if (status >= 400) return { ...(await pages.error(request, status, errorOf(answered.body))), cookies };
    if (oidc.route === 'end_session_success')
      return { ...(await pages.loggedOut(request, request.query.has(HAS_ENDED))), cookies };
    const secret = oidc.session?.state?.secret;
    if (oidc.route === 'end_session' && status === 200 && typeof secret === 'string') {
      const leadsTo = oidc.session?.state?.postLogoutRedirectUri;
      const action = `${provider.pathFor('end_session')}/confirm`;
      const form = { action, xsrf: secret, leadsTo: typeof leadsTo === 'string' ? leadsTo : undefined };
      return { ...(await pages.logout(request, form)), cookies };
    }
  }
  // The text of a redirect is for nobody.
  return { status, headers, cookies, body: status >= 300 && status < 400 ? '' : answered.body };
}

function loginCookies({ oidc }: LibraryAnswer, request: HttpRequest, secret: string, isSecure: boolean): string[] {
  const begun = oidc?.entities.Interaction;
  const ended = oidc?.route === 'resume' ? request.params.uid : undefined;
  const nowSeconds = Math.floor(Date.now() / 1000);
  return [
    ...(begun && begun.uid !== ended
      ? beginCookies(request.cookies, { uid: begun.uid, secret, seconds: begun.exp - nowSeconds }, isSecure)
      : []),
    ...(ended !== undefined && /^[\w-]+$/.test(ended) ? [endCookie(ended, isSecure)] : []),
  ];
}

function errorOf(body: string): string {
  try {
    return String((JSON.parse(body) as { error?: unknown }).error);
  } catch {
    return 'server_error';
  }
}
