import { once } from 'node:events';
import { statSync } from 'node:fs';
import { lstat, unlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { ConfigError } from '../config/config.ts';

const LISTENED_ON = 'another process listens there. Stop it, or choose another path';

/** Removes the socket of a killed process, which would keep this one from listening. Throws for any other file. */
export async function removeStaleSocket(path: string): Promise<void> {
  const file = await lstat(path).catch(() => undefined);
  if (file === undefined) return;
  if (!file.isSocket()) throw new Error('there is a file that is not a socket. Remove it, or choose another path');
  if (await isListening(path)) throw new Error(LISTENED_ON);
  await unlink(path);
}

/** Explains to the operator why the service cannot listen there, and the remedy. */
export const socketUnusable = (path: string, error: unknown): ConfigError =>
  new ConfigError(`HOST ${path} cannot be used: ${reasonFor(path, error)}`);

function reasonFor(path: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const folder = dirname(path);
  if (code === 'EADDRINUSE') return LISTENED_ON;
  // The system reports EACCES for a missing folder.
  if (!mayBeFolder(folder)) return `there is no folder ${folder}. Make it, and let the user of the service write there`;
  if (code === 'EACCES' || code === 'EPERM')
    return `permission denied. Let the user of the service write to the folder ${folder}`;
  return message;
}

/** True if this user lacks permission to look there. */
function mayBeFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return true;
  }
}

async function isListening(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    // Any other error, such as a missing permission, is inconclusive.
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return false;
    throw error;
  } finally {
    socket.destroy();
  }
}
