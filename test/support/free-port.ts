import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below the ports that systems give to outgoing connections: one of those could take a port that is free for a moment. */
const FIRST_PORT = 20_000;
const PORTS = 12_000;

/**
 * A file for each port that a process has asked for, with the id of that process. Other processes of the tests leave the port alone, so that a server
 * that is stopped for a while finds it free again.
 */
const RESERVED = join(tmpdir(), `latchkey-ports-${process.getuid?.() ?? 0}`);
const own: string[] = [];
process.once('exit', () => {
  for (const file of own) rmSync(file, { force: true });
});

/** A port to listen on, also again after a while. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    if (reserve(port) && (await isFree(port))) return port;
  }
}

function reserve(port: number): boolean {
  const file = join(RESERVED, String(port));
  mkdirSync(RESERVED, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (isRunning(file)) return false;
    // Left behind by a process that was killed.
    writeFileSync(file, String(process.pid));
  }
  own.push(file);
  return true;
}

function isRunning(file: string): boolean {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
