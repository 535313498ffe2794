import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanUpAfter, type Lifetime } from './clean-up.ts';

/** A server of somebody else, on any free port of this machine. Returns its address. */
export async function startReceiver(t: Lifetime, answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUpAfter(t, () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
