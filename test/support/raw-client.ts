import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { cleanUpAfter, type Lifetime } from './clean-up.ts';
import { until } from './until.ts';

/** A client that writes what no HTTP library would, when it likes, and never closes the connection by itself. */
export interface RawClient extends Socket {
  /** Resolves when the service has closed or reset the connection. */
  gone(): Promise<void>;
  /** Everything that was received so far. */
  heard(): string;
  /** Waits until what was received matches. */
  hears(pattern: RegExp): Promise<void>;
}

export async function rawClient(t: Lifetime, url: string): Promise<RawClient> {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  cleanUpAfter(t, () => void socket.destroy());
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  socket.on('error', () => {});
  let isGone = false;
  for (const end of ['end', 'close']) {
    socket.on(end, () => {
      isGone = true;
    });
  }
  await once(socket, 'connect');
  return Object.assign(socket, {
    heard: () => heard,
    gone: () => until('the service to close the connection', () => isGone),
    hears: (pattern: RegExp) => until(`an answer like ${pattern}`, () => pattern.test(heard)),
  });
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** The answers in a stream of bytes, each with a Content-Length. */
export function answersIn(bytes: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = bytes; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n');
    const [line = '', ...fields] = rest.slice(0, end).split('\r\n');
    const headers = new Map(
      fields.map((field) => {
        const [name = '', ...value] = field.split(': ');
        return [name.toLowerCase(), value.join(': ')];
      }),
    );
    const length = Number(headers.get('content-length') ?? 0);
    answers.push({ status: Number(line.split(' ')[1]), headers, body: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}
