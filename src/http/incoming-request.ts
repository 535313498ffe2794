import type { IncomingMessage } from 'node:http';
import { type Language, statedLanguage } from '../languages.ts';
import type { Origin } from '../store/audit.ts';
import type { ApiRequest } from './api-request.ts';
import { Body, invalidJson, parseBody, readBytes } from './body.ts';
import type { ClientAddress } from './client-address.ts';

/**
 * What an operation sees of a request of Node's. A class, because its getters are then made once: in an object of its own for each
 * request they would cost a third of all that is done for a read.
 */
export class IncomingRequest implements ApiRequest {
  readonly #raw: IncomingMessage;
  readonly #clientAddress: ClientAddress;

  constructor(raw: IncomingMessage, clientAddress: ClientAddress) {
    this.#raw = raw;
    this.#clientAddress = clientAddress;
  }

  get authorization(): string | undefined {
    return this.#raw.headers.authorization;
  }

  get origin(): Origin {
    const { headers, socket } = this.#raw;
    const address = this.#clientAddress(socket.remoteAddress ?? '', forwardedFor(headers['x-forwarded-for']));
    return { address, userAgent: harmlessUserAgent(headers['user-agent']) };
  }

  get language(): Language | undefined {
    return statedLanguage(this.#raw.headers['accept-language']);
  }

  get isGone(): boolean {
    return this.#raw.socket.destroyed;
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
    return readBytes(this.#raw, this.#raw.headers['content-length']);
  }
}

const forwardedFor = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(',') : header;

const MAX_USER_AGENT = 256;
/** It is shown to the operator: nothing in it may be longer than a line, or steer a terminal. */
const harmlessUserAgent = (header: string | undefined): string | null =>
  header?.slice(0, MAX_USER_AGENT).replaceAll(/\p{Cc}/gu, '?') ?? null;
