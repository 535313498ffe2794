import { Agent, type IncomingMessage, request } from 'node:http';

/** As much of a `Response` as the tests need. */
export interface HttpResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: Headers;
  text(): Promise<string>;
  /** Reads no further. */
  cancel(): void;
}

export interface HttpRequestOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

const connections = new Agent({ keepAlive: true });

/** What `fetch` sends where nothing else is given. */
const FETCH_HEADERS = {
  accept: '*/*',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
} as const;

/**
 * A request like one of `fetch`, which takes three times the processor time of the client of node:http, and under the
 * test runner, which follows every promise, about as much as the service needs for its answer: tens of thousands of
 * requests add up.
 */
export const send = (method: string, url: string, { headers, body }: HttpRequestOptions): Promise<HttpResponse> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? (method === 'GET' || method === 'HEAD' ? {} : { 'content-length': '0' }) : {};
    const type = typeof body === 'string' ? { 'content-type': 'text/plain;charset=UTF-8' } : {};
    const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    request(url, { method, agent: connections, headers: { ...FETCH_HEADERS, ...length, ...type, ...given } })
      .once('error', reject)
      .once('response', (message) => resolve(responseOf(message)))
      // As bytes: a text would be joined to the headers, and these then be sent as UTF-8, which no browser does.
      .end(body === undefined ? body : Buffer.from(body));
  });

function responseOf(message: IncomingMessage): HttpResponse {
  const status = message.statusCode ?? 0;
  const headers = new Headers();
  for (let at = 0; at < message.rawHeaders.length; at += 2) {
    headers.append(String(message.rawHeaders[at]), String(message.rawHeaders[at + 1]));
  }
  return {
    status,
    ok: status >= 200 && status < 300,
    headers,
    text: () => textOf(message),
    cancel: () => void message.destroy(),
  };
}

/** By its events: an asynchronous iteration makes a promise for every piece. */
const textOf = (message: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    message
      .setEncoding('utf8')
      .on('data', (piece: string) => {
        text += piece;
      })
      .once('error', reject)
      .once('end', () => resolve(text));
  });
