import { Refusal, type RefusalLog } from '../../core/refusal.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import type { Provider } from './provider.ts';
import type { Failure } from './services.ts';

/** A provider that cannot be reached, is too slow, or answers with a fault. */
export class ProviderUnreachable extends Error {}

/** A provider whose metadata cannot be used, so no login can begin. */
export class MetadataUnusable extends Error {}

/** The token endpoint does not accept the client. The code can still be redeemed. */
export class ClientRefused extends Error {
  readonly url: string | undefined;
  constructor(message: string, url: string | undefined, cause: unknown) {
    super(message, { cause });
    this.url = url;
  }
}

/** Errors in the callback address. The last four are about a page that the user has left (OpenID Connect, 3.1.2.6). */
const CANCELLED = [
  'access_denied',
  'user_cancelled_login',
  'user_cancelled_authorize',
  'consent_required',
  'login_required',
  'interaction_required',
  'account_selection_required',
];
const TEMPORARY = ['server_error', 'temporarily_unavailable'];
/** The last error is GitHub's, which comes with status 200. */
const CLIENT_REFUSED = ['invalid_client', 'unauthorized_client', 'incorrect_client_credentials'];
const MISCONFIGURED = [
  'redirect_uri_mismatch',
  'invalid_scope',
  'unsupported_response_type',
  'unsupported_grant_type',
  'application_suspended',
  ...CLIENT_REFUSED,
];
/** Anybody can write into the callback address. */
const MAX_CODE_LENGTH = 100;

/** The provider's answer, from the chain of the library's errors. */
interface ProviderAnswer {
  readonly response: Response | undefined;
  /** The OAuth error. */
  readonly code: string | undefined;
}

function answerIn(error: unknown): ProviderAnswer {
  let response: Response | undefined;
  let code: string | undefined;
  for (let one = error; typeof one === 'object' && one !== null; one = 'cause' in one ? one.cause : undefined) {
    const found = 'response' in one ? one.response : one;
    if (found instanceof Response) response ??= found;
    const body = 'body' in one ? one.body : one;
    if (typeof body !== 'object' || body === null || !('error' in body)) continue;
    if (typeof body.error === 'string') code ??= body.error.slice(0, MAX_CODE_LENGTH);
  }
  return { response, code };
}

/** The library wraps errors: all messages of the chain, but for "something went wrong" around our own. */
export function causesOf(error: unknown): string {
  if (!(error instanceof Error && error.cause instanceof Error)) {
    const { code } = answerIn(error);
    return code === undefined ? reasonOf(error) : `${reasonOf(error)}: ${code}`;
  }
  const causes = causesOf(error.cause);
  return error.cause instanceof ProviderUnreachable ? causes : `${reasonOf(error)}: ${causes}`;
}

/** Whether the provider rejected the client in a token request. */
export function isClientRefused(error: unknown): boolean {
  const { response, code = '' } = answerIn(error);
  return CLIENT_REFUSED.includes(code) || ([401, 403].includes(response?.status ?? 0) && code !== 'invalid_grant');
}

function failureOf(error: unknown, { response, code = '' }: ProviderAnswer): Failure {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof ProviderUnreachable) return 'unavailable';
    if (one instanceof MetadataUnusable || one instanceof ClientRefused || one instanceof SyntaxError)
      return 'misconfigured';
  }
  if (CANCELLED.includes(code)) return 'cancelled';
  if (TEMPORARY.includes(code)) return 'unavailable';
  if (MISCONFIGURED.includes(code)) return 'misconfigured';
  // The answer to a code that is unknown, used, or issued to another client: anybody can cause it.
  const isAboutCode = response?.status === 400 || code === 'invalid_grant';
  return response === undefined || isAboutCode ? 'refused' : 'misconfigured';
}

/** A hint for the operator. */
function checkFor({ kind, name }: Provider, error: unknown): string {
  const settings = kind === 'openid' ? 'OPENID_PROVIDERS' : `the settings ${kind.toUpperCase()}_…`;
  if (error instanceof ClientRefused) return `the client id or secret of ${name} in ${settings}`;
  return `${name} in ${settings}, and the client at the provider; "latchkey doctor" fetches its metadata`;
}

/** The reason why a login with this provider has failed, for the answer and the log. */
export function failedLogin(
  provider: Provider,
  error: unknown,
): { readonly failure: Failure; readonly refusal: Error } {
  const answer = answerIn(error);
  const failure = failureOf(error, answer);
  const { response } = answer;
  const log: RefusalLog = {
    level: failure === 'unavailable' || failure === 'misconfigured' ? 'warn' : 'info',
    provider: provider.id,
    ...(error instanceof ClientRefused && { url: error.url }),
    ...(response && { url: response.url, status: response.status }),
    ...(failure === 'misconfigured' && { check: checkFor(provider, error) }),
  };
  if (error instanceof Refusal) {
    const { code, details, message } = error;
    return { failure, refusal: new Refusal(code, details, message, log) };
  }
  const isUnavailable = failure === 'unavailable' || error instanceof MetadataUnusable;
  const reason = failure === 'cancelled' || failure === 'misconfigured' ? { reason: failure } : {};
  const code = isUnavailable ? 'provider_unavailable' : 'invalid_identity';
  return { failure, refusal: new Refusal(code, reason, causesOf(error), log) };
}
