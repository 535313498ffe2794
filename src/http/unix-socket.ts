import { once } from 'node:events';
import { lstat, unlink } from 'node:fs/promises';
import { connect } from 'node:net';

/** A process that was killed leaves its socket behind, which keeps the next one from listening. Throws unless it did. */
export async function removeStaleSocket(path: string): Promise<void> {
  const file = await lstat(path).catch(() => undefined);
  if (file === undefined) return;
  if (!file.isSocket()) throw new Error('there is a file that is no socket');
  if (await isListening(path)) throw new Error('another process listens there');
  await unlink(path);
}

async function isListening(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    // Anything else, such as missing permission, says nothing about it.
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return false;
    throw new Error(error instanceof Error ? error.message : String(error));
  } finally {
    socket.destroy();
  }
}
