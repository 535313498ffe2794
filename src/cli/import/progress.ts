const EVERY_MS = 1000;

/** Says once a second how far an import is, and how long it will still take. */
export function createProgress(total: number, note: (line: string) => void) {
  const startedMs = performance.now();
  let saidMs = startedMs;
  return (done: number): void => {
    const nowMs = performance.now();
    if (nowMs - saidMs < EVERY_MS) return;
    saidMs = nowMs;
    const secondsLeft = Math.ceil((((nowMs - startedMs) / done) * (total - done)) / 1000);
    note(`${done} of ${total}, ${inWords(secondsLeft)} left`);
  };
}

const inWords = (seconds: number): string =>
  seconds < 100 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
