import { Buffer } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import { requireCommonJs } from '../lib/require-common-js.ts';
import type { HttpAnswer } from './endpoint.ts';
import { withOwnHeaders } from './headers.ts';

const { STATUS_CODES } = requireCommonJs('node:http') as typeof import('node:http');

/** Writes an answer. Returns the function that ends a streaming response at shutdown, if there is one. */
export function writeAnswer(
  response: ServerResponse,
  { status, headers, cookies = [], body }: HttpAnswer,
  common: string[],
): (() => void) | undefined {
  const list = withOwnHeaders(common, headers);
  for (const cookie of cookies) list.push('set-cookie', cookie);
  if (typeof body !== 'function') {
    if (status !== 204) list.push('content-length', String(Buffer.byteLength(body)));
    response.writeHead(status, list);
    response.end(body);
    return undefined;
  }
  response.writeHead(status, list);
  if (response.req.method === 'HEAD') {
    response.end();
    return undefined;
  }
  response.socket?.setTimeout(0);
  return body(response) ?? undefined;
}

/** Serializes a response by hand, for connections on which Node's parser produced no request. */
export function rawAnswer({ status, headers, body }: HttpAnswer, common: string[]): string {
  const text = String(body);
  const list = withOwnHeaders(common, { ...headers, 'content-length': String(Buffer.byteLength(text)) });
  const lines: string[] = [];
  for (let at = 0; at < list.length; at += 2) lines.push(`${list[at]}: ${list[at + 1]}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`;
}
