import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error.ts';
import { BadRequest, HostRequired } from './errors.ts';

/** RFC 9112, 3.2: exactly one Host header. With two, a proxy may have routed the request by the other one. */
export function refuseWithoutOneHost({ headers, rawHeaders, httpVersion }: IncomingMessage): void {
  if (headers.host === undefined && httpVersion === '1.1') throw new ApiError(HostRequired);
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) throw new ApiError(BadRequest);
}

/** RFC 9112, 6.1: HTTP/1.0 has no Transfer-Encoding, so the end of such a request is ambiguous (request smuggling). */
export const hasFaultyFraming = ({ headers, httpVersion }: IncomingMessage): boolean =>
  httpVersion === '1.0' && headers['transfer-encoding'] !== undefined;
