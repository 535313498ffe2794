import { createServer } from 'node:net';

/** Below the ports of outgoing connections, one of which could take a port that is free for a moment. */
const FIRST_PORT = 12_000;
const PORTS = 20_000;

/** For a server that is told where to listen, or that is stopped and comes back. Others listen on port 0. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
