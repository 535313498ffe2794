import type { IncomingMessage } from 'node:http';
import { type Language, statedLanguage } from '../config/languages.ts';
import type { Requester } from '../runtime/requester.ts';
import type { ApiError } from './api-error.ts';
import type { ApiRequest } from './api-request.ts';
import { Body, invalidJson, parseBody } from './body.ts';
import type { ClientAddress } from './client-address.ts';
import { readBytes } from './read-body.ts';

/** The parts of the path that its declaration leaves open, decoded. */
export type PathParameters = Readonly<Record<string, string | undefined>>;

/**
 * What an endpoint sees of a request. A class, because its getters are then made once: in an object of its own for each request
 * they would cost a third of all that is done for a read.
 */
export class HttpRequest implements ApiRequest {
  readonly params: PathParameters;
  readonly #raw: IncomingMessage;
  readonly #clientAddress: ClientAddress;
  #fault: ApiError | undefined;
  #failBody: ((error: ApiError) => void) | undefined;

  constructor(raw: IncomingMessage, params: PathParameters, clientAddress: ClientAddress) {
    this.#raw = raw;
    this.params = params;
    this.#clientAddress = clientAddress;
  }

  get method(): string {
    return this.#raw.method ?? '';
  }

  /** As it was sent, without the query. */
  get path(): string {
    return this.#raw.url?.split('?', 1)[0] ?? '';
  }

  get query(): URLSearchParams {
    const url = this.#raw.url ?? '';
    const at = url.indexOf('?');
    return new URLSearchParams(at === -1 ? '' : url.slice(at + 1));
  }

  header(name: 'accept' | 'accept-language' | 'host' | 'origin'): string | undefined {
    return this.#raw.headers[name];
  }

  get authorization(): string | undefined {
    return this.#raw.headers.authorization;
  }

  get requester(): Requester {
    const { headers, socket } = this.#raw;
    const address = this.#clientAddress(socket.remoteAddress ?? '', forwardedFor(headers['x-forwarded-for']));
    return { address, userAgent: harmlessUserAgent(headers['user-agent']) };
  }

  get language(): Language | undefined {
    return statedLanguage(this.#raw.headers['accept-language']);
  }

  get isDisconnected(): boolean {
    return this.#raw.socket.destroyed;
  }

  /** The whole request has arrived, whether or not anybody has read it. */
  get isComplete(): boolean {
    return this.#raw.complete;
  }

  /** The rest of the request is malformed or did not come in time. */
  get isFaulty(): boolean {
    return this.#fault !== undefined;
  }

  /** Whoever waits for the body, or asks for it from now on, gets this error instead. */
  failBody(fault: ApiError): void {
    this.#fault = fault;
    this.#failBody?.(fault);
  }

  async body(): Promise<Body> {
    const bytes = await this.#bytes();
    return bytes.length === 0 ? new Body() : parseBody(bytes);
  }

  async requiredBody(): Promise<Body> {
    const bytes = await this.#bytes();
    if (bytes.length === 0) throw invalidJson();
    return parseBody(bytes);
  }

  #bytes(): Promise<Buffer> {
    if (this.#fault) return Promise.reject(this.#fault);
    return readBytes(this.#raw, this.#raw.headers['content-length'], (fail) => {
      this.#failBody = fail;
    });
  }
}

const forwardedFor = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(',') : header;

const MAX_USER_AGENT = 256;
/** It is shown to the operator: nothing in it may be longer than a line, or steer a terminal. */
const harmlessUserAgent = (header: string | undefined): string | null =>
  header?.slice(0, MAX_USER_AGENT).replaceAll(/\p{Cc}/gu, '?') ?? null;
