import { type IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';

export interface LibraryRequest {
  /** Appears in the log. */
  readonly requestId: string;
  readonly method: string;
  /** Includes the query string. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
  readonly remoteAddress: string;
  /** Binds a login to this browser: from its cookie, or new for a login that begins now. */
  readonly secretOfLogin: (uid: string) => string;
}

export interface LibraryAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: string;
  /** The library's context after it answered; undefined if it does not know the path. */
  readonly oidc: KoaContextWithOIDC['oidc'] | undefined;
}

/** Koa would build URLs from these headers; the library's URLs must come from the issuer alone. */
const FORWARDED = /^(x-forwarded-|forwarded$|host$|x-real-ip$)/;

/** The request that belongs to a context of the library. */
export const requestOf = (ctx: Pick<KoaContextWithOIDC, 'req'> | undefined): Partial<LibraryRequest> =>
  (ctx?.req ?? {}) as Partial<LibraryRequest>;

const contexts = new WeakMap<IncomingMessage, LibraryAnswer['oidc']>();

/** Called once per provider, for `callLibrary`. */
export function keepContexts(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    contexts.set(ctx.req, (ctx as KoaContextWithOIDC).oidc);
  });
}

/** The library answers into memory, so that its answer gets our headers, order, log line and metrics like any other. */
export async function callLibrary(provider: Provider, request: LibraryRequest): Promise<LibraryAnswer> {
  const { host, protocol, pathname } = new URL(provider.issuer);
  const passedOn = Object.entries(request.headers).filter(([name]) => !FORWARDED.test(name));
  const stream = Object.assign(Readable.from(request.body.length === 0 ? [] : [request.body]), {
    requestId: request.requestId,
    secretOfLogin: request.secretOfLogin,
    remoteAddress: request.remoteAddress,
    method: request.method,
    url: request.url,
    // The library prefixes its URLs with what originalUrl has in front of url.
    originalUrl: pathname.replace(/\/$/, '') + request.url,
    headers: { ...Object.fromEntries(passedOn), host },
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
    oidc: contexts.get(incoming),
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
