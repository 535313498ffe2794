import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Language, Languages } from '../config/languages.ts';
import type { Requester } from '../lib/requester.ts';
import type { ApiError } from './api-error.ts';
import type { ApiRequest, PathParameters } from './api-request.ts';
import { type ClientAddress, unmapped } from './client-address.ts';
import { Body, parseBody } from './json-body.ts';
import { readBody } from './read-body.ts';

/**
 * The request as endpoints see it. A class, because getters on a prototype are created once; creating them per request
 * took a third of the time of a read.
 */
export class HttpRequest implements ApiRequest {
  readonly id: string;
  readonly params: PathParameters;
  accountId: number | undefined;
  readonly #raw: IncomingMessage;
  readonly #clientAddress: ClientAddress;
  readonly #languages: Languages;
  #bodyError: ApiError | undefined;
  #rejectBody: ((error: ApiError) => void) | undefined;
  /** The body is kept, because a repeated operation reads it again. */
  #body: Promise<Body> | undefined;

  constructor(
    raw: IncomingMessage,
    id: string,
    params: PathParameters,
    clientAddress: ClientAddress,
    languages: Languages,
  ) {
    this.#raw = raw;
    this.id = id;
    this.params = params;
    this.#clientAddress = clientAddress;
    this.#languages = languages;
  }

  get method(): string {
    return this.#raw.method ?? '';
  }

  /** The undecoded path, without the query string. */
  get path(): string {
    return this.#raw.url?.split('?', 1)[0] ?? '';
  }

  get query(): URLSearchParams {
    const url = this.#raw.url ?? '';
    const at = url.indexOf('?');
    return new URLSearchParams(at === -1 ? '' : url.slice(at + 1));
  }

  header(
    name: 'accept' | 'accept-encoding' | 'accept-language' | 'cookie' | 'host' | 'origin' | 'sec-fetch-site',
  ): string | undefined {
    return this.#raw.headers[name];
  }

  get authorization(): string | undefined {
    return this.#raw.headers.authorization;
  }

  get cookies(): string | undefined {
    return this.#raw.headers.cookie;
  }

  /** The URL as sent, including the query string. */
  get url(): string {
    return this.#raw.url ?? '';
  }

  /** All headers, for code that forwards a request. */
  get headers(): IncomingHttpHeaders {
    return this.#raw.headers;
  }

  get requester(): Requester {
    const { headers, socket } = this.#raw;
    const address = this.#clientAddress(socket.remoteAddress ?? '', forwardedFor(headers['x-forwarded-for']));
    return { address, userAgent: printableUserAgent(headers['user-agent']) };
  }

  /** The peer of the connection: the client, or the last proxy. */
  get peerAddress(): string {
    return unmapped(this.#raw.socket.remoteAddress ?? '');
  }

  get language(): Language | undefined {
    return this.#languages.negotiate(this.#raw.headers['accept-language']);
  }

  get prefersStrict(): boolean {
    return /(^|[,;\s])handling\s*=\s*"?strict\b/i.test(String(this.#raw.headers.prefer ?? ''));
  }

  get isDisconnected(): boolean {
    return this.#raw.socket.destroyed;
  }

  /** The whole request has been received, whether or not its body has been read. */
  get isComplete(): boolean {
    return this.#raw.complete;
  }

  /** The rest of the request is malformed or exceeded the request timeout. */
  get isFaulty(): boolean {
    return this.#bodyError !== undefined;
  }

  /** Rejects the current and every later read of the body with this error. */
  failBody(error: ApiError): void {
    this.#bodyError = error;
    this.#rejectBody?.(error);
  }

  body(): Promise<Body> {
    return this.#read((bytes) => (bytes.length === 0 ? new Body() : parseBody(bytes)));
  }

  requiredBody(): Promise<Body> {
    return this.#read(parseBody);
  }

  /** The body as it was sent, for endpoints whose bodies are not JSON. */
  bytes(): Promise<Buffer> {
    return this.#readOnce((bytes) => bytes);
  }

  #read(parse: (bytes: Buffer) => Body): Promise<Body> {
    if (this.#bodyError) return Promise.reject(this.#bodyError);
    this.#body ??= this.#readOnce(parse);
    return this.#body;
  }

  #readOnce<T>(parse: (bytes: Buffer) => T): Promise<T> {
    if (this.#bodyError) return Promise.reject(this.#bodyError);
    return readBody(this.#raw, this.#raw.headers['content-length'], parse, (reject) => {
      this.#rejectBody = reject;
    });
  }
}

const forwardedFor = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(',') : header;

const MAX_USER_AGENT = 256;
/** Operators read it in a terminal (`latchkey audit`), so it is short and has no control characters. */
const printableUserAgent = (header: string | undefined): string | null =>
  header?.slice(0, MAX_USER_AGENT).replaceAll(/\p{Cc}/gu, '?') ?? null;
