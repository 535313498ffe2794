import cluster, { type Worker } from 'node:cluster';
import { addedUp, type Family } from '../monitoring/metric-families.ts';

/** A worker that is too busy to answer is counted as it was when it last did. */
const ANSWER_TIMEOUT_MS = 1000;

interface Question {
  readonly question: number;
}
interface MetricsReport {
  readonly families: Family[];
  /** The question it answers; a worker that leaves says it unasked. */
  readonly question?: number;
}

/** In the primary: what all workers together have counted, also those that are gone, so that no counter ever runs backwards. */
export interface WorkerMetrics {
  follow(worker: Worker): void;
  total(): Promise<Family[]>;
}

export function createWorkerMetrics(): WorkerMetrics {
  const latest = new Map<Worker, Family[]>();
  const waiting = new Map<number, () => void>();
  let departed: Family[] = [];
  let asked = 0;

  const ask = (worker: Worker): Promise<void> =>
    new Promise((resolve) => {
      asked += 1;
      const question = asked;
      const settle = () => {
        clearTimeout(timer);
        waiting.delete(question);
        resolve();
      };
      const timer = setTimeout(settle, ANSWER_TIMEOUT_MS);
      waiting.set(question, settle);
      worker.send({ question } satisfies Question, (error) => error && settle());
    });

  return {
    follow(worker) {
      worker.on('message', ({ families, question }: Partial<MetricsReport>) => {
        if (families === undefined) return;
        latest.set(worker, families);
        if (question !== undefined) waiting.get(question)?.();
      });
      worker.once('exit', () => {
        const counters = (latest.get(worker) ?? []).filter(({ type }) => type !== 'gauge');
        departed = addedUp([departed, counters]);
        latest.delete(worker);
      });
    },
    async total() {
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() === true);
      await Promise.all(workers.map((worker) => ask(worker as Worker)));
      return addedUp([...latest.values(), departed]);
    },
  };
}

/** In a worker. */
export function reportMetricsOnDemand(metrics: () => Promise<Family[]>): void {
  cluster.worker?.on('message', async ({ question }: Partial<Question>) => {
    if (question === undefined) return;
    cluster.worker?.send({ question, families: await metrics() } satisfies MetricsReport);
  });
}

/** Before it goes. */
export const reportLastMetrics = (families: Family[]): void =>
  void cluster.worker?.send({ families } satisfies MetricsReport);
