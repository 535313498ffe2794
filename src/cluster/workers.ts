import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';

const FIRST_BACK_OFF_MS = 100;
const LONGEST_BACK_OFF_MS = 10_000;
/** A worker that lived this long did not die of its start. */
const STEADY_AFTER_MS = 10_000;

export interface WorkersParts {
  readonly count: number;
  readonly log: Logger;
  /** Whoever is not down by then is killed. */
  readonly stopDeadlineMs: number;
  /** Told of each worker as it is started. */
  readonly follow: (worker: Worker) => void;
}

/** Several processes behind one port. The primary holds the port and hands out connections; the workers do the rest. */
export interface Workers {
  /** Answers with the service's address once all of them serve. */
  start(): Promise<string>;
  /** Replaces them one by one: the next is ready before the last is told to stop. */
  roll(): Promise<void>;
  stop(): Promise<void>;
}

/** It ended before it could serve, and has said why. */
export class WorkerFailed extends Error {}

export const isWorker = (): boolean => cluster.isWorker;

export const reportReady = (address: string): void => void cluster.worker?.send({ address });

/**
 * Before a worker exits: a connection that the primary is just handing to it would otherwise be lost with it, its client left waiting.
 * Once the primary has confirmed the good-bye, none is on its way any more; those that came too late went to another worker.
 */
export async function leavePrimary(): Promise<void> {
  const { worker } = cluster;
  if (!worker?.isConnected()) return;
  const left = once(worker, 'disconnect');
  worker.disconnect();
  await left;
}

export function createWorkers({ count, log, stopDeadlineMs, follow }: WorkersParts): Workers {
  const serving = new Set<Worker>();
  const retired = new Set<Worker>();
  let stopping = false;
  let rolling: Promise<void> = Promise.resolve();
  let earlyDeaths = 0;

  const start = (): Promise<string> =>
    new Promise((resolve, reject) => {
      const worker = cluster.fork();
      follow(worker);
      const startedMs = performance.now();
      const { pid } = worker.process;
      worker.on('message', ({ address }: { address?: unknown }) => {
        if (typeof address !== 'string') return;
        serving.add(worker);
        log.info({ pid }, 'a worker serves');
        resolve(address);
      });
      // Not even spawned, because the program is gone or the system has no room: no exit follows. Unheard, it would end the primary.
      worker.on('error', reject);
      worker.once('exit', (code, signal) => {
        if (!serving.delete(worker)) return reject(new WorkerFailed('a worker ended before it could serve'));
        if (stopping || retired.delete(worker)) return;
        log.error({ pid, code, signal }, 'a worker died, and is replaced');
        earlyDeaths = performance.now() - startedMs < STEADY_AFTER_MS ? earlyDeaths + 1 : 0;
        void replace();
      });
    });

  async function replace(): Promise<void> {
    for (;;) {
      await setTimeout(Math.min(FIRST_BACK_OFF_MS * 2 ** Math.min(earlyDeaths, 10), LONGEST_BACK_OFF_MS));
      if (stopping) return;
      try {
        await start();
        return;
      } catch (error) {
        earlyDeaths += 1;
        log.error({ reason: reasonOf(error) }, 'a worker cannot start, and is tried again');
      }
    }
  }

  async function end(worker: Worker): Promise<void> {
    const { process: child } = worker;
    if (!serving.has(worker)) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    const overdue = new AbortController();
    child.kill('SIGTERM');
    void setTimeout(stopDeadlineMs, undefined, { signal: overdue.signal }).then(
      () => child.kill('SIGKILL'),
      () => {},
    );
    await ended;
    overdue.abort();
  }

  async function replaceAll(): Promise<void> {
    for (const worker of [...serving]) {
      if (stopping) return;
      try {
        await start();
      } catch (error) {
        log.error({ reason: reasonOf(error) }, 'the new worker cannot start: the old ones go on');
        return;
      }
      retired.add(worker);
      await end(worker);
      retired.delete(worker);
    }
    log.info('all workers were replaced');
  }

  return {
    async start() {
      // One alone at first: what keeps it from starting is then said once.
      const address = await start();
      await Promise.all(Array.from({ length: count - 1 }, start));
      return address;
    },
    roll() {
      rolling = rolling.then(replaceAll);
      return rolling;
    },
    async stop() {
      stopping = true;
      await Promise.all([...serving].map(end));
    },
  };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
