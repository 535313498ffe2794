import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';

/** More than one request writes, and more than the free space that a failed request may have found too small. */
const SCRATCH = Buffer.alloc(256 * 1024);
const GOOD_FOR_MS = 1000;

/**
 * Fails with the system's error, such as ENOSPC, when the file system is full: writes a scratch file and deletes it.
 * Nothing is synced: file systems reserve space at the write, and the data rarely reaches the disk.
 */
export async function assertFreeSpace(path: string): Promise<void> {
  // A unique name, because several workers may check at the same time.
  const scratch = `${path}-scratch-${randomUUID()}`;
  const file = await open(scratch, 'w', 0o600);
  try {
    // Unlinked before it is written, so that a process that is killed here leaves no file behind.
    await unlink(scratch);
    await file.writeFile(SCRATCH);
  } finally {
    await file.close();
  }
}

/** Shares one result among all calls within a second, and while it is being found: health checks can be frequent. */
export function atMostOncePerSecond(check: () => Promise<void>): () => Promise<void> {
  let answer: Promise<void> | undefined;
  let goodUntilMs = 0;
  return () => {
    if (!answer || performance.now() >= goodUntilMs) {
      goodUntilMs = Number.POSITIVE_INFINITY;
      answer = check().finally(() => {
        goodUntilMs = performance.now() + GOOD_FOR_MS;
      });
    }
    return answer;
  };
}
