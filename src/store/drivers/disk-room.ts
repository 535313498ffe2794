import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';

/** More than any single request writes, and more than what the largest one that failed may have left over. */
const ROOM = Buffer.alloc(256 * 1024);
const GOOD_FOR_MS = 1000;

/**
 * Fails, with the system's own error, when the disk under this file has no room for another one. The room is given back at once and nothing
 * is synced: file systems reserve it as soon as it is written, so that the disk itself usually sees none of it.
 */
export async function assertRoomBeside(path: string): Promise<void> {
  // Another one each time: workers share the database.
  const scratch = `${path}-room-${randomUUID()}`;
  const file = await open(scratch, 'w', 0o600);
  try {
    // Without a name from the beginning: a process that is killed here leaves nothing behind.
    await unlink(scratch);
    await file.writeFile(ROOM);
  } finally {
    await file.close();
  }
}

/** Whoever asks may ask often, also while it fails: one answer serves all who ask within a second, and all who ask while it is found. */
export function atMostOncePerSecond(ask: () => Promise<void>): () => Promise<void> {
  let answer: Promise<void> | undefined;
  let goodUntilMs = 0;
  return () => {
    if (!answer || performance.now() >= goodUntilMs) {
      goodUntilMs = Number.POSITIVE_INFINITY;
      answer = ask().finally(() => {
        goodUntilMs = performance.now() + GOOD_FOR_MS;
      });
    }
    return answer;
  };
}
