import { type IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';

/** A request as the library is to see it. */
export interface HandedOver {
  /** For the log. */
  readonly requestId: string;
  readonly method: string;
  /** With the query string. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
  readonly remoteAddress: string;
  /** What ties a login to this browser: from its cookie, or new for one that begins now. */
  readonly secretOfLogin: (uid: string) => string;
}

export interface LibraryAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: string;
  /** What the library knew of the request when it had answered; undefined where it has no such path. */
  readonly oidc: KoaContextWithOIDC['oidc'] | undefined;
}

/** Headers from which Koa would make addresses: those of the library come from the issuer alone. */
const FORWARDED = /^(x-forwarded-|forwarded$|host$|x-real-ip$)/;

/** The request that the library answers with this context. */
export const handedOverIn = (ctx: Pick<KoaContextWithOIDC, 'req'> | undefined): Partial<HandedOver> =>
  (ctx?.req ?? {}) as Partial<HandedOver>;

type Seen = Pick<LibraryAnswer, 'oidc'>;
const seen = new WeakMap<IncomingMessage, Seen>();

/** Once for each provider: what it knew is kept for whoever handed the request over. */
export function noteContexts(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    seen.set(ctx.req, { oidc: (ctx as KoaContextWithOIDC).oidc });
  });
}

/** The library answers into memory, so that the answer is written like any other: with our headers, in turn, logged and counted. */
export async function handOver(provider: Provider, request: HandedOver): Promise<LibraryAnswer> {
  const { host, protocol, pathname } = new URL(provider.issuer);
  const own = Object.entries(request.headers).filter(([name]) => !FORWARDED.test(name));
  const stream = Object.assign(Readable.from(request.body.length === 0 ? [] : [request.body]), {
    requestId: request.requestId,
    secretOfLogin: request.secretOfLogin,
    remoteAddress: request.remoteAddress,
    method: request.method,
    url: request.url,
    // What the library puts before the paths of its addresses is what this has more than the one above.
    originalUrl: pathname.replace(/\/$/, '') + request.url,
    headers: { ...Object.fromEntries(own), host },
    httpVersionMajor: 1,
    httpVersionMinor: 1,
    socket: { encrypted: protocol === 'https:', remoteAddress: request.remoteAddress },
  });
  const incoming = stream as unknown as IncomingMessage;
  const response = new CapturedResponse(incoming);
  await provider.callback()(incoming, response);
  const { 'set-cookie': cookies, 'content-length': _, ...headers } = response.getHeaders();
  return {
    status: response.statusCode,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    cookies: Array.isArray(cookies) ? cookies : [],
    body: response.text,
    oidc: seen.get(incoming)?.oidc,
  };
}

class CapturedResponse extends ServerResponse {
  text = '';

  override end(chunk?: unknown): this {
    if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) this.text = chunk.toString();
    this.emit('finish');
    return this;
  }
}
