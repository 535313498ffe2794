import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { reasonOf } from '../lib/reason-of.ts';

interface WorkersParts {
  readonly count: number;
  readonly log: Logger;
  /** After this time, workers that have not exited get SIGKILL. */
  readonly stopDeadlineMs: number;
  /** Called with each forked worker. */
  readonly follow: (worker: Worker) => void;
}

/**
 * Several processes behind one port. The primary accepts connections and distributes them, so a worker that stops
 * leaves no connection behind.
 */
interface Workers {
  /** Resolves with the service's URL once all workers are ready. */
  start(): Promise<string>;
  /** Replaces the workers one by one: the new one is ready before the old one is stopped. */
  rollingRestart(): Promise<void>;
  stop(): Promise<void>;
  /** How many workers died and were replaced since startup. */
  readonly died: () => number;
}

/** A worker exited before it was ready; it has logged the reason itself. */
export class WorkerFailed extends Error {}

export const isWorker = (): boolean => cluster.isWorker;

/** After the primary has died, a message to it fails with an error that would end the worker. */
export const ignoreLostPrimary = (): void => void cluster.worker?.on('error', () => {});

export const reportReady = (address: string): void => void cluster.worker?.send({ address });

/**
 * In a worker, before it exits: waits until the primary has confirmed the disconnect. Otherwise a connection that the
 * primary is just handing over would be lost. Later connections go to other workers.
 */
export async function disconnectFromPrimary(): Promise<void> {
  const { worker } = cluster;
  if (!worker?.isConnected()) return;
  const left = once(worker, 'disconnect');
  worker.disconnect();
  await left;
}

export function createWorkers({ count, log, stopDeadlineMs, follow }: WorkersParts): Workers {
  const forked = new Set<Worker>();
  const serving = new Set<Worker>();
  const retired = new Set<Worker>();
  let stopping = false;
  let died = 0;
  let currentRestart: Promise<void> = Promise.resolve();
  const backoff = createRestartBackoff();

  const start = (): Promise<string> =>
    new Promise((resolve, reject) => {
      // While stopping, the promise never settles, as for a worker stopped before it serves: the process exits.
      if (stopping) return;
      const worker = cluster.fork();
      forked.add(worker);
      follow(worker);
      const startedAtMs = performance.now();
      const { pid } = worker.process;
      worker.on('message', ({ address }: { address?: unknown }) => {
        if (typeof address !== 'string') return;
        serving.add(worker);
        log.info({ pid }, 'a worker is ready');
        resolve(address);
      });
      // The process could not be spawned: no 'exit' follows, and an unhandled 'error' would end the primary.
      worker.on('error', (error) => {
        if (pid === undefined) forked.delete(worker);
        reject(error);
      });
      worker.once('exit', (code, signal) => {
        forked.delete(worker);
        const hasServed = serving.delete(worker);
        if (stopping || retired.delete(worker)) return;
        if (!hasServed) return reject(new WorkerFailed('a worker ended before it could serve'));
        died += 1;
        log.error({ pid, code, signal }, 'a worker died, replacing it');
        backoff.ended(performance.now() - startedAtMs);
        void replace();
      });
    });

  async function replace(): Promise<void> {
    for (;;) {
      await setTimeout(backoff.delayMs);
      if (stopping) return;
      try {
        await start();
        return;
      } catch (error) {
        backoff.failed();
        log.error({ reason: reasonOf(error) }, 'a worker cannot start, retrying');
      }
    }
  }

  async function stopWorker(worker: Worker): Promise<void> {
    const { process: child } = worker;
    if (!forked.has(worker)) return;
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
        log.error({ reason: reasonOf(error) }, 'the new worker cannot start: the old ones continue');
        return;
      }
      retired.add(worker);
      await stopWorker(worker);
      retired.delete(worker);
    }
    log.info('all workers were replaced');
  }

  return {
    died: () => died,
    async start() {
      // Starts one worker first, so that a startup error is logged once.
      const address = await start();
      await Promise.all(Array.from({ length: count - 1 }, start));
      return address;
    },
    rollingRestart() {
      currentRestart = currentRestart.then(replaceAll);
      return currentRestart;
    },
    async stop() {
      stopping = true;
      await Promise.all([...forked].map(stopWorker));
    },
  };
}

const MIN_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 10_000;
/** A worker that ran for this long resets the exponential backoff. */
const STABLE_AFTER_MS = 10_000;

/** The delay before a worker is replaced. It grows while workers exit soon after their start. */
interface RestartBackoff {
  readonly delayMs: number;
  /** A worker exited after serving for this long. */
  ended(servedMs: number): void;
  failed(): void;
}

export function createRestartBackoff(): RestartBackoff {
  let earlyExits = 0;
  return {
    get delayMs() {
      return Math.min(MIN_BACKOFF_MS * 2 ** Math.min(earlyExits, 10), MAX_BACKOFF_MS);
    },
    ended(servedMs) {
      earlyExits = servedMs < STABLE_AFTER_MS ? earlyExits + 1 : 0;
    },
    failed() {
      earlyExits += 1;
    },
  };
}
