import type { Provider } from 'oidc-provider';
import type { Endpoint, HttpAnswer } from '../../../http/endpoint.ts';
import type { HttpRequest } from '../../../http/request.ts';
import type { Store } from '../../../store/commit.ts';
import type { OpenId } from '../services.ts';
import type { LibraryAnswer } from './call-library.ts';
import { beginCookies, cookiesForLibrary, endCookie, isLoginCookie, newSecret, secretIn } from './cookies.ts';
import { ENDED_PARAMETER, PATHS, SERVED } from './paths.ts';
import { unknownClient, type WrongParameter, wrongAddress } from './wrong-parameter.ts';

/** What users see, rendered by the hosted pages. */
interface OpenIdPages {
  /** The app sent an invalid request, or the login took too long. */
  readonly error: (request: HttpRequest, status: number, error: ShownError) => Promise<HttpAnswer>;
  /** The page that confirms a logout. */
  readonly logout: (request: HttpRequest, form: LogoutForm) => Promise<HttpAnswer>;
  /** `hasEnded`: a session has just ended. */
  readonly loggedOut: (request: HttpRequest, hasEnded: boolean) => Promise<HttpAnswer>;
}

export interface ShownError {
  readonly code: string;
  /** A user may still be logged in. */
  readonly isLogout: boolean;
  /** Details for the developer of the app, hidden from strangers. */
  readonly details: { readonly description: string; readonly wrong: WrongParameter | undefined } | undefined;
}

interface LogoutForm {
  readonly action: string;
  readonly xsrf: string;
  /** The final redirect, which the page's policy must allow as the target of a form. */
  readonly leadsTo: string | undefined;
}

interface OpenIdEndpointParts {
  readonly openId: OpenId;
  readonly pages: OpenIdPages;
  readonly db: Store;
  readonly production: boolean;
}

/** The library's endpoints as rows of the route table. */
export const openIdEndpoints = (parts: OpenIdEndpointParts): Endpoint[] =>
  Object.entries(SERVED).flatMap(([path, methods]) =>
    methods.map((method): Endpoint => {
      const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ');
      return { method, path, answer: (request) => (isPlainOptions(request) ? plain(allow) : answer(request, parts)) };
    }),
  );

/** Whether the request is an OPTIONS other than a CORS preflight, which the library answers. */
const isPlainOptions = ({ method, headers }: HttpRequest): boolean =>
  method === 'OPTIONS' && (headers.origin === undefined || headers['access-control-request-method'] === undefined);

const plain = (allow: string): HttpAnswer => ({ status: 204, headers: { allow }, body: '' });

async function answer(request: HttpRequest, parts: OpenIdEndpointParts): Promise<HttpAnswer> {
  const [provider, { formWithoutEmptySecret }, { callLibrary }, { finishLogout }, { withOpaqueToken }] =
    await Promise.all([
      parts.openId.provider(),
      import('./client-authentication.ts'),
      import('./call-library.ts'),
      import('./logout.ts'),
      import('./access-tokens.ts'),
    ]);
  const sent = request.method === 'POST' ? await request.bytes() : Buffer.alloc(0);
  const formWithId = formWithoutEmptySecret(request.headers.authorization, sent);
  const form = formWithId ?? sent;
  const body = request.path === PATHS.introspection ? withOpaqueToken(form) : form;
  const secret = newSecret();
  const libraryRequest = {
    secretOfLogin: (uid: string) => secretIn(request.cookies, uid, parts.openId.isSecure()) ?? secret,
    requestId: request.id,
    method: request.method === 'HEAD' ? 'GET' : request.method,
    url: request.url,
    headers: {
      ...request.headers,
      ...(formWithId && { authorization: undefined }),
      cookie: cookiesForLibrary(request, parts.openId.issuer()),
      ...(body !== sent && { 'content-length': String(body.length) }),
    },
    body,
    remoteAddress: request.requester.address ?? '',
  };
  const answered = await callLibrary(provider, libraryRequest);
  // The library has not seen the client's Authorization header (RFC 6749, 5.2).
  const challenge = formWithId && answered.status === 401 && { 'www-authenticate': `Basic realm="${provider.issuer}"` };
  const first = { ...answered, headers: { ...answered.headers, ...challenge } };
  const last = await finishLogout(provider, libraryRequest, first, {
    subjectOf: parts.openId.subjectOf,
    db: parts.db,
    requester: request.requester,
  });
  const cookies = loginCookies(last, request, secret, parts.openId.isSecure());
  return toHttp(last, cookies, request, provider, parts);
}

/** Routes that send an answer to an app through the browser. */
const FOR_APPS = new Set(['authorization', 'resume']);
/** Routes that users see; all others are for programs. */
const FOR_PEOPLE = new Set([...FOR_APPS, 'end_session', 'end_session_confirm', 'end_session_success']);

async function toHttp(
  answered: LibraryAnswer,
  own: readonly string[],
  request: HttpRequest,
  provider: Provider,
  parts: OpenIdEndpointParts,
): Promise<HttpAnswer> {
  const { pages } = parts;
  const { status, headers, oidc } = answered;
  const cookies = [...answered.cookies.filter((cookie) => !isLoginCookie(cookie)), ...own];
  // With response_mode=form_post, a page of the library sends the answer to the app, errors included.
  const isForApp = oidc && FOR_APPS.has(oidc.route) && headers['content-type']?.startsWith('text/html');
  if (oidc && FOR_PEOPLE.has(oidc.route) && !isForApp) {
    if (status >= 400)
      return { ...(await pages.error(request, status, await shownError(answered, oidc, parts))), cookies };
    if (oidc.route === 'end_session_success')
      return { ...(await pages.loggedOut(request, request.query.has(ENDED_PARAMETER))), cookies };
    const secret = oidc.session?.state?.secret;
    if (oidc.route === 'end_session' && status === 200 && typeof secret === 'string') {
      const leadsTo = oidc.session?.state?.postLogoutRedirectUri;
      const action = `${provider.pathFor('end_session')}/confirm`;
      const form = { action, xsrf: secret, leadsTo: typeof leadsTo === 'string' ? leadsTo : undefined };
      return { ...(await pages.logout(request, form)), cookies };
    }
  }
  // The body of a redirect is not read.
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

async function shownError(
  { body }: LibraryAnswer,
  oidc: NonNullable<LibraryAnswer['oidc']>,
  { db, production }: OpenIdEndpointParts,
): Promise<ShownError> {
  const { error, error_description: description } = parseError(body);
  const wrong = production ? undefined : (wrongAddress(oidc, error) ?? (await unknownClient(db, oidc, error)));
  return {
    code: error,
    isLogout: oidc.route.startsWith('end_session'),
    details: production ? undefined : { description, wrong },
  };
}

function parseError(body: string): { readonly error: string; readonly error_description: string } {
  try {
    const { error, error_description = '' } = JSON.parse(body) as Record<string, unknown>;
    return { error: String(error), error_description: String(error_description) };
  } catch {
    return { error: 'server_error', error_description: '' };
  }
}
