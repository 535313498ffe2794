import { randomUUID } from 'node:crypto';

/** One of a kind, and nothing more: the beginning belongs to the process, the end counts. Nobody must be unable to guess it. */
export function createRequestIds(): () => string {
  const beginning = randomUUID().slice(0, 24);
  let count = 0;
  return () => {
    count += 1;
    return `${beginning}${count.toString(16).padStart(12, '0')}`;
  };
}
