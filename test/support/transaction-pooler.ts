import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { cleanUpAfter, type Lifetime } from './clean-up.ts';

const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;
/** What a client waits for an answer to. */
const [SYNC, QUERY, TERMINATE, READY] = [...'SQXZ'].map((letter) => letter.charCodeAt(0));
const IDLE = 'I'.charCodeAt(0);

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.from(`${type}\0\0\0\0`);
  head.writeInt32BE(LENGTH_BYTES + body.length, TYPE_BYTES);
  return Buffer.concat([head, body]);
};
const WELCOME = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);
const refusal = (reason: string) =>
  message('E', Buffer.from(`SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: ${reason}\0\0`));

/** Hands each whole message of a connection on; `isStartup`: the first has no type. */
function readMessages(socket: Socket, isStartup: boolean, take: (whole: Buffer, type: number | undefined) => void) {
  let [waiting, isFirst] = [Buffer.alloc(0), isStartup];
  socket.on('error', () => {});
  socket.on('data', (bytes: Buffer) => {
    waiting = Buffer.concat([waiting, bytes]);
    for (;;) {
      const before = isFirst ? 0 : TYPE_BYTES;
      if (waiting.length < before + LENGTH_BYTES) return;
      const end = before + waiting.readInt32BE(before);
      if (waiting.length < end) return;
      const whole = waiting.subarray(0, end);
      waiting = waiting.subarray(end);
      const type = isFirst ? undefined : whole[0];
      isFirst = false;
      take(whole, type);
    }
  });
}

/** As PgBouncer in transaction mode: all clients share one connection to the server. Returns the address to use. */
export async function startTransactionPooler(
  t: Lifetime,
  serverUrl: string,
  { refuses }: { readonly refuses?: string } = {},
): Promise<string> {
  const { hostname, port } = new URL(serverUrl);
  const queue: { client: Socket; bytes: Buffer }[] = [];
  let server: Socket | undefined;
  let answering: Socket | undefined;
  let holder: Socket | undefined;
  const next = () => {
    if (answering) return;
    const at = queue.findIndex(({ client }) => !holder || client === holder);
    const [work] = at < 0 ? [] : queue.splice(at, 1);
    if (!work) return;
    answering = work.client;
    server?.write(work.bytes);
  };
  const connectOnce = (startup: Buffer): Promise<unknown> => {
    if (server) return Promise.resolve();
    server = connect(Number(port), hostname);
    server.write(startup);
    let welcome: (() => void) | undefined;
    const welcomed = new Promise<void>((resolve) => {
      welcome = resolve;
    });
    readMessages(server, false, (whole, type) => {
      if (welcome && type === READY) {
        welcome();
        welcome = undefined;
      } else if (!welcome) {
        answering?.write(whole);
        if (type !== READY) return;
        holder = whole.at(-1) === IDLE ? undefined : answering;
        answering = undefined;
        next();
      }
    });
    return welcomed;
  };
  const pooler = createServer((client) => {
    let parts: Buffer[] = [];
    readMessages(client, true, (whole, type) => {
      if (type === undefined) {
        if (refuses !== undefined && whole.includes(refuses)) client.end(refusal(refuses));
        else void connectOnce(whole).then(() => client.write(WELCOME));
      } else if (type === TERMINATE) client.end();
      else {
        parts.push(whole);
        if (type !== SYNC && type !== QUERY) return;
        queue.push({ client, bytes: Buffer.concat(parts) });
        parts = [];
        next();
      }
    });
  }).listen(0, '127.0.0.1');
  await once(pooler, 'listening');
  cleanUpAfter(t, () => {
    server?.destroy();
    pooler.close();
  });
  const url = new URL(serverUrl);
  url.host = `127.0.0.1:${(pooler.address() as AddressInfo).port}`;
  return url.href;
}
