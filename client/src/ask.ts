/** An answer of the JSON interface, or a stand-in if there was none. */
export interface Reply {
  readonly ok: boolean;
  readonly status: number;
  /** The X-Error-Code of a refusal; `unreachable` if there was no answer. */
  readonly code: string;
  /** The X-Error-Field of a refusal: the member at fault, if there is one. */
  readonly field: string;
  /** The X-Account-Status of a refusal. */
  readonly accountStatus: string;
  /** The X-Second-Factors of a refusal: the factors that would be accepted. */
  readonly secondFactors: readonly string[];
  /** The X-Result of a success that has several. */
  readonly result: string;
  readonly message: string | null;
  readonly data: unknown;
  readonly retryAfterSeconds: number;
  /** Why there was no answer. */
  readonly cause?: unknown;
  /** Empty if the answer does not have it. */
  header(name: string): string;
}

export interface AskOptions {
  readonly token?: string | undefined;
  readonly body?: object | undefined;
  /** For e-mails and messages. */
  readonly language?: string | undefined;
  /** Refuses what is otherwise warned of: a new password that is easy to guess. */
  readonly strict?: boolean;
  /** Only for operations by which the service recognizes a browser. */
  readonly withCookies?: boolean;
  /** Completes the request even if the user leaves the page. */
  readonly outlivesPage?: boolean;
  /** Cancels the request. The reply is then a refusal with the code `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  readonly fetch?: Fetch | undefined;
  /** For answers that may not be JSON. */
  readonly read?: ((response: Response) => unknown) | undefined;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Never throws. */
export type Ask = (method: Method, path: string, options: AskOptions) => Promise<Reply>;

const TIMEOUT_MS = 30_000;

/** A refusal that does not come from the service. `cancelled`: the user changed their mind. */
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

export type OwnCode = 'unreachable' | 'session_ended' | 'cancelled';

export async function ask(
  method: Method,
  url: string,
  {
    token,
    body,
    language,
    strict = false,
    outlivesPage = false,
    withCookies = false,
    signal,
    fetch: send = fetch,
    read = readJson,
  }: AskOptions,
): Promise<Reply> {
  // Not all supported browsers have AbortSignal.any.
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, TIMEOUT_MS);
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end, { once: true });
  try {
    const response = await send(url, {
      method,
      headers: { ...headersOf(token, body, language), ...(strict && { prefer: 'handling=strict' }) },
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
  } catch (cause) {
    // No connection, a timeout, or an answer that is not ours, such as a proxy's error page.
    return { ...refusal(signal?.aborted ? 'cancelled' : 'unreachable'), cause };
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
