/** An answer of the JSON interface, or what stands for it when there was none. */
export interface Reply {
  readonly ok: boolean;
  readonly status: number;
  /** The X-Error-Code of a refusal; `unreachable` when nobody answered. */
  readonly code: string;
  /** The X-Error-Field of a refusal: the member at fault, if it is one. */
  readonly field: string;
  /** The X-Account-Status of a refusal. */
  readonly accountStatus: string;
  /** The X-Second-Factors of a refusal: what would have been enough besides the password. */
  readonly secondFactors: readonly string[];
  /** The X-Result of a success that has several. */
  readonly result: string;
  readonly message: string | null;
  readonly data: unknown;
  readonly retryAfterSeconds: number;
  /** Empty where the answer has none. */
  header(name: string): string;
}

export interface AskOptions {
  readonly token?: string | undefined;
  readonly body?: object | undefined;
  /** Of e-mails and messages. */
  readonly language?: string | undefined;
  /** For what the service tells browsers apart by, and nothing else. */
  readonly withCookies?: boolean;
  /** Sent to its end also when the page is left meanwhile. */
  readonly outlivesPage?: boolean;
  /** Whoever asked does not want the answer any more. The reply is then a refusal with the code `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  /** Where an answer may be something else than JSON. */
  readonly read?: ((response: Response) => unknown) | undefined;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Asks the service. Never throws. */
export type Ask = (method: Method, path: string, options: AskOptions) => Promise<Reply>;

const LONGEST_WAIT_MS = 30_000;

/** A refusal that does not come from the service. `cancelled`: the person changed their mind. */
export const refusal = <Code extends string = OwnCode>(code: Code, field = ''): Reply => ({
  ok: false,
  status: 0,
  code,
  field,
  accountStatus: '',
  secondFactors: [],
  result: '',
  message: null,
  data: null,
  retryAfterSeconds: 0,
  header: () => '',
});

export type OwnCode = 'unreachable' | 'storage_blocked' | 'session_ended' | 'cancelled';

export async function ask(
  method: Method,
  url: string,
  { token, body, language, outlivesPage = false, withCookies = false, signal, read = readJson }: AskOptions,
): Promise<Reply> {
  // AbortSignal.any is unknown to browsers that the pages support.
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, LONGEST_WAIT_MS);
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end, { once: true });
  try {
    const response = await fetch(url, {
      method,
      headers: headersOf(token, body, language),
      ...(body && { body: JSON.stringify(body) }),
      credentials: withCookies ? 'same-origin' : 'omit',
      keepalive: outlivesPage,
      signal: ending.signal,
    });
    const header = (name: string) => response.headers.get(name) ?? '';
    const { data, message } = (await read(response)) as { data: unknown; message: string | null };
    return {
      ok: response.ok,
      status: response.status,
      code: header('x-error-code'),
      field: header('x-error-field'),
      accountStatus: header('x-account-status'),
      secondFactors: header('x-second-factors').split(', '),
      result: header('x-result'),
      message,
      data,
      retryAfterSeconds: Number(header('retry-after')) || 0,
      header,
    };
  } catch {
    // No connection, no answer in time, or an answer that is not ours, as of a proxy that found nobody behind it.
    return refusal(signal?.aborted ? 'cancelled' : 'unreachable');
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

const readJson = (response: Response): Promise<unknown> => response.json();

export const headersOf = (token?: string, body?: object, language?: string): Record<string, string> => ({
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
  ...(body && { 'content-type': 'application/json' }),
  ...(language && { 'accept-language': language }),
});
