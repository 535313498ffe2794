import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const BREACHED = 'Tukan-in-7-boots';
/** The SHA-1 of this password, of which a mirror receives the first five digits. */
export const DIGITS = createHash('sha1').update(BREACHED).digest('hex').toUpperCase();

/** The value of BREACHED_PASSWORDS for a mirror that knows this password alone, until the process ends. */
export async function breachedPasswordsMirror(): Promise<string> {
  const server = createServer((request, response) => {
    const suffix = request.url === `/range/${DIGITS.slice(0, 5)}` ? DIGITS.slice(5) : '0'.repeat(35);
    response.end(`${suffix}:7`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
