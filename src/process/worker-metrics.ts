import cluster, { type Worker } from 'node:cluster';
import { combineFamilies, type Family } from '../monitoring/prometheus-text.ts';

/** After this time, a worker's last report counts. Longer than its wait for a lost database. */
const ANSWER_TIMEOUT_MS = 5000;

interface MetricsRequest {
  readonly requestId: number;
}
interface MetricsReport {
  readonly families: Family[];
  /** The request it answers; undefined for the final report of a worker that exits. */
  readonly requestId?: number;
}

/** Used in the primary: sums all workers' metrics. Counters of exited workers are kept, so that none decreases. */
interface WorkerMetrics {
  follow(worker: Worker): void;
  total(): Promise<Family[]>;
}

export function createWorkerMetrics(): WorkerMetrics {
  const latest = new Map<Worker, Family[]>();
  const waiting = new Map<number, () => void>();
  let exitedCounters: Family[] = [];
  let lastRequestId = 0;

  const requestMetrics = (worker: Worker): Promise<void> =>
    new Promise((resolve) => {
      lastRequestId += 1;
      const requestId = lastRequestId;
      const settle = () => {
        clearTimeout(timer);
        waiting.delete(requestId);
        resolve();
      };
      const timer = setTimeout(settle, ANSWER_TIMEOUT_MS);
      waiting.set(requestId, settle);
      worker.send({ requestId } satisfies MetricsRequest, (error) => error && settle());
    });

  return {
    follow(worker) {
      worker.on('message', ({ families, requestId }: Partial<MetricsReport>) => {
        if (families === undefined) return;
        latest.set(worker, families);
        if (requestId !== undefined) waiting.get(requestId)?.();
      });
      worker.once('exit', () => {
        const counters = (latest.get(worker) ?? []).filter(({ type }) => type !== 'gauge');
        exitedCounters = combineFamilies([exitedCounters, counters]);
        latest.delete(worker);
      });
    },
    async total() {
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() === true);
      await Promise.all(workers.map((worker) => requestMetrics(worker as Worker)));
      return combineFamilies([...latest.values(), exitedCounters]);
    },
  };
}

/** Used in a worker: answers the primary's requests for metrics. */
export function reportMetricsOnDemand(metrics: () => Promise<Family[]>): void {
  cluster.worker?.on('message', async ({ requestId }: Partial<MetricsRequest>) => {
    if (requestId === undefined) return;
    cluster.worker?.send({ requestId, families: await metrics() } satisfies MetricsReport);
  });
}

/** Used in a worker before it exits: reports its final counters. */
export const reportFinalMetrics = (families: Family[]): void =>
  void cluster.worker?.send({ families } satisfies MetricsReport);
