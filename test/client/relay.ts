import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanUpAfter, type Lifetime } from '../support/clean-up.ts';

export interface Relay {
  readonly url: string;
  /** What has come by, as `POST /api/login`. */
  readonly seen: string[];
  /** Answers the next requests like this itself, be they for whatever. */
  answerNext(times: number, status: number, headers: Readonly<Record<string, string>>): void;
}

/** Stands between a client and the service, and counts. */
export async function startRelay(t: Lifetime, target: string): Promise<Relay> {
  const seen: string[] = [];
  let own = { times: 0, status: 0, headers: {} as Readonly<Record<string, string>> };
  const server = createServer(async (request, response) => {
    seen.push(`${request.method} ${request.url}`);
    if (own.times > 0) {
      own.times -= 1;
      const body = JSON.stringify({ status: 'error', message: 'later', data: null });
      response.writeHead(own.status, { 'content-type': 'application/json', ...own.headers }).end(body);
      return;
    }
    const answer = await forward(request, target);
    const { 'content-encoding': _, 'transfer-encoding': __, ...headers } = Object.fromEntries(answer.headers);
    response.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUpAfter(t, () => server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    answerNext: (times, status, headers) => {
      own = { times, status, headers };
    },
  };
}

async function forward(request: IncomingMessage, target: string): Promise<Response> {
  const chunks = await request.toArray();
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
  return fetch(target + request.url, {
    method: request.method ?? 'GET',
    headers: { ...(headers as Record<string, string>), 'accept-encoding': 'identity' },
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  });
}
