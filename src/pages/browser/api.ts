/** An answer of the JSON interface, or what stands for it when there was none. */
export interface Reply {
  readonly ok: boolean;
  readonly status: number;
  /** The X-Error-Code of a refusal; `unreachable` when nobody answered. */
  readonly code: string;
  /** The X-Error-Field of a refusal: the member at fault, if it is one. */
  readonly field: string;
  /** For developers, in English; see explain() of refusals.ts for the others. */
  readonly message: string;
  /** The X-Account-Status of a refusal. */
  readonly accountStatus: string;
  /** The X-Second-Factors of a refusal: what would have been enough besides the password. */
  readonly secondFactors: readonly string[];
  /** The X-Result of a success that has several. */
  readonly result: string;
  readonly data: unknown;
  readonly retryAfterSeconds: number;
}

export interface Options {
  readonly token?: string | undefined;
  readonly body?: object | undefined;
  /** For what the service tells browsers apart by, and nothing else. */
  readonly withCookies?: boolean;
  /** Sent to its end also when the page is left meanwhile. */
  readonly outlivesPage?: boolean;
  /** Whoever asked does not want the answer any more. The reply is then a refusal with the code `cancelled`. */
  readonly signal?: AbortSignal | undefined;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const LONGEST_WAIT_MS = 30_000;

/** A refusal that comes from the page itself and not from the service. `cancelled`: the person changed their mind. */
export const refusal = (
  code:
    | 'unreachable'
    | 'storage_blocked'
    | 'session_ended'
    | 'cancelled'
    | 'typed_email_wrong'
    | 'passkey_on_device'
    | 'passkey_failed',
  field = '',
): Reply => ({
  ok: false,
  status: 0,
  code,
  field,
  message: '',
  accountStatus: '',
  secondFactors: [],
  result: '',
  data: null,
  retryAfterSeconds: 0,
});

export async function call(
  method: Method,
  path: string,
  { token, body, outlivesPage = false, withCookies = false, signal }: Options,
): Promise<Reply> {
  try {
    const response = await fetch(path, {
      method,
      headers: headersOf(token, body),
      ...(body && { body: JSON.stringify(body) }),
      credentials: withCookies ? 'same-origin' : 'omit',
      keepalive: outlivesPage,
      signal: endingWith(signal, AbortSignal.timeout(LONGEST_WAIT_MS)),
    });
    const header = (name: string) => response.headers.get(name) ?? '';
    const { data, message } = (await response.json()) as { data: unknown; message: string };
    return {
      ok: response.ok,
      status: response.status,
      code: header('x-error-code'),
      field: header('x-error-field'),
      message,
      accountStatus: header('x-account-status'),
      secondFactors: header('x-second-factors').split(', '),
      result: header('x-result'),
      data,
      retryAfterSeconds: Number(header('retry-after')),
    };
  } catch {
    // No connection, no answer in time, or an answer that is not ours, as of a proxy that found nobody behind it.
    return refusal(signal?.aborted ? 'cancelled' : 'unreachable');
  }
}

export const headersOf = (token: string | undefined, body?: object): Record<string, string> => ({
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
  ...(body && { 'content-type': 'application/json' }),
  // E-mails are in the language of the page, which may be another than the browser's.
  'accept-language': document.documentElement.lang,
});

/** AbortSignal.any is unknown to browsers that we support. */
function endingWith(one: AbortSignal | undefined, other: AbortSignal): AbortSignal {
  if (!one) return other;
  const both = new AbortController();
  const end = () => both.abort();
  if (one.aborted) end();
  for (const signal of [one, other]) signal.addEventListener('abort', end, { once: true });
  return both.signal;
}
