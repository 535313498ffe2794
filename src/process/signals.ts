import { isatty } from 'node:tty';
import type { Logger } from 'pino';
import { explainError } from '../cli/explain-error.ts';
import { msSince, type StandardOutput } from '../monitoring/log.ts';
import { isWorker } from './workers.ts';

/** A graceful shutdown that takes longer is aborted. */
export const STOP_DEADLINE_MS = 9000;
const STANDARD_OUTPUT = 1;

let stopping = false;
export const isStopping = (): boolean => stopping;

type OnSignal = (signal: NodeJS.Signals) => void;

/** Stops the service on SIGTERM and SIGINT. */
export function stopOnSignals(log: Logger, output: StandardOutput, stop: () => Promise<void>): OnSignal {
  // Only the primary logs start and stop.
  const logUnlessWorker = (about: object, message: string): void => (isWorker() ? undefined : log.info(about, message));
  const onSignal: OnSignal = (signal) => {
    // A second Ctrl-C exits at once. A second SIGTERM is ignored: service managers may signal workers and primary.
    if (stopping && signal === 'SIGINT') process.exit(1);
    if (stopping) return;
    stopping = true;
    const startedAtMs = performance.now();
    logUnlessWorker({ signal }, 'stopping: finishing work in progress');
    setTimeout(() => {
      log.warn({ ms: msSince(startedAtMs) }, 'stopped before everything was closed');
      process.exit(0);
    }, STOP_DEADLINE_MS).unref();
    stop().then(
      async () => {
        logUnlessWorker({ ms: msSince(startedAtMs) }, 'stopped');
        await output.flushed();
        process.exit(0);
      },
      (error: unknown) => {
        log.fatal(explainError(error));
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  // Ctrl-C in a terminal reaches the workers too; they ignore it and wait for SIGTERM from the primary.
  process.on('SIGINT', isWorker() ? () => {} : onSignal);
  return onSignal;
}

/** SIGHUP reloads the service. If the controlling terminal was closed, it stops the service. */
export function onReload(stop: OnSignal, reload: () => void): void {
  const hadTerminal = isatty(STANDARD_OUTPUT);
  process.on('SIGHUP', (signal) => (hadTerminal && !isatty(STANDARD_OUTPUT) && !isWorker() ? stop(signal) : reload()));
}
