import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';

/**
 * The size of the scratch file: larger than the write of one request, and than any remaining space that made a write
 * fail.
 */
const SCRATCH = Buffer.alloc(256 * 1024);
const CACHED_MS = 1000;

/**
 * Throws the system's error, such as ENOSPC, if the file system is full: writes a scratch file and deletes it. Nothing
 * is synced: file systems reserve space at the write, and the data rarely reaches the disk.
 */
export async function assertFreeSpace(path: string): Promise<void> {
  // The name is unique, because several workers may check at once.
  const scratch = `${path}-scratch-${randomUUID()}`;
  const file = await open(scratch, 'w', 0o600);
  try {
    // Unlinked before it is written, so that a killed process leaves no file behind.
    await unlink(scratch);
    await file.writeFile(SCRATCH);
  } finally {
    await file.close();
  }
}

/**
 * Shares one result among all calls within a second, including calls during the check: health checks can be frequent.
 */
export function atMostOncePerSecond(check: () => Promise<void>): () => Promise<void> {
  let answer: Promise<void> | undefined;
  let goodUntilMs = 0;
  return () => {
    if (!answer || performance.now() >= goodUntilMs) {
      goodUntilMs = Number.POSITIVE_INFINITY;
      answer = check().finally(() => {
        goodUntilMs = performance.now() + CACHED_MS;
      });
    }
    return answer;
  };
}
