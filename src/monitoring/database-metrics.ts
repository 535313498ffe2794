import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Database } from '../store/engine/database.ts';
import type { QueryObserver } from '../store/engine/query-times.ts';
import { addDuration, durationSamples, newDurations } from './histogram.ts';
import { counter, type Family, gauge, labels, sharedGauge } from './prometheus-text.ts';

/**
 * The timeout of the queries: shorter than the primary's wait for its workers, so that a hanging database shows up in
 * the metrics.
 */
const CHECK_TIMEOUT_MS = 2000;

export type QueryMetrics = ReturnType<typeof createQueryMetrics>;

export function createQueryMetrics() {
  const durations = { query: newDurations(), batch: newDurations() };
  let failures = 0;
  const observe: QueryObserver = (kind, ms, hasFailed) => {
    addDuration(durations[kind], ms);
    if (hasFailed) failures += 1;
  };
  return {
    observe,
    families: (): Family[] => [
      {
        name: 'latchkey_database_query_duration_seconds',
        type: 'histogram',
        help: 'Duration of queries and transactions, including the wait for a connection.',
        samples: (['query', 'batch'] as const).flatMap((kind) => durationSamples(durations[kind], { kind })),
      },
      counter('latchkey_database_failures_total', 'Queries that failed because the database was lost.', [
        ['', failures],
      ]),
    ],
  };
}

/** Resolves with undefined on failure or timeout. */
export const withTimeout = <T>(work: Promise<T>): Promise<T | undefined> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, CHECK_TIMEOUT_MS, undefined);
    work.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(timer));
  });

export async function connectionGauges(db: Database): Promise<Family[]> {
  const isUp = (await withTimeout(db.check().then(() => true))) === true;
  const up = sharedGauge(
    'latchkey_database_up',
    'Whether every process can read and write the database.',
    [['', isUp ? 1 : 0]],
    'min',
  );
  const load = db.pool?.();
  if (!load) return [up];
  return [
    up,
    {
      name: 'latchkey_database_connections',
      type: 'gauge',
      help: 'Open connections to PostgreSQL.',
      samples: (['used', 'idle'] as const).map((state) => [labels({ state }), load[state]] as const),
    },
    gauge(
      'latchkey_database_connections_max',
      'Maximum number of connections: DATABASE_POOL of all processes.',
      load.max,
    ),
    gauge('latchkey_database_connections_waiting', 'Queries waiting for a free connection.', load.waiting),
  ];
}

export async function diskGauges(folders: Readonly<Record<string, string>>): Promise<Family[]> {
  const disks = await Promise.all(
    Object.entries(folders).map(async ([folder, path]) => ({
      folder,
      stats: await statfs(path).catch(() => undefined),
    })),
  );
  const samples = (bytes: (stats: StatsFs) => number) =>
    disks.flatMap(({ folder, stats }) => (stats ? [[labels({ folder }), bytes(stats)] as const] : []));
  return [
    sharedGauge(
      'latchkey_disk_free_bytes',
      'Free space on the disks of the embedded database and of DATA_DIR.',
      samples(({ bavail, bsize }) => bavail * bsize),
    ),
    sharedGauge(
      'latchkey_disk_size_bytes',
      'Size of the disks of the embedded database and of DATA_DIR.',
      samples(({ blocks, bsize }) => blocks * bsize),
    ),
  ];
}
