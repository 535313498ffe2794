import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Database } from '../store/engine/database.ts';
import type { QueryObserver } from '../store/engine/query-times.ts';
import { addDuration, durationSamples, newDurations } from './histogram.ts';
import { counter, type Family, gauge, labels, sharedGauge } from './prometheus-text.ts';

/** Shorter than the primary waits for its workers: a database that hangs must not hide that it does. */
const CHECK_TIMEOUT_MS = 2000;

export type QueryMetrics = ReturnType<typeof createQueryMetrics>;

/** How long the database takes, and how often it could not be reached. */
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
        help: 'From a query or transaction to its result, waiting for a connection included.',
        samples: (['query', 'batch'] as const).flatMap((kind) => durationSamples(durations[kind], { kind })),
      },
      counter('latchkey_database_failures_total', 'Queries that failed because the database was lost.', [
        ['', failures],
      ]),
    ],
  };
}

/** Resolves with undefined where it fails or takes too long. */
export const inTime = <T>(work: Promise<T>): Promise<T | undefined> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, CHECK_TIMEOUT_MS, undefined);
    work.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(timer));
  });

/** Whether the database can be read and written now, and how busy the connections to it are. */
export async function connectionGauges(db: Database): Promise<Family[]> {
  const isUp = (await inTime(db.check().then(() => true))) === true;
  const up = sharedGauge(
    'latchkey_database_up',
    'Whether the database can be read and written: of several processes, whether all can.',
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
    gauge('latchkey_database_connections_max', 'The most that may be open: DATABASE_POOL of all processes.', load.max),
    gauge('latchkey_database_connections_waiting', 'Queries that wait for a free connection.', load.waiting),
  ];
}

/** Free and whole space of the file systems that the service writes to. */
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
      'Free space on the disk of the embedded database, and on that of DATA_DIR.',
      samples(({ bavail, bsize }) => bavail * bsize),
    ),
    sharedGauge(
      'latchkey_disk_size_bytes',
      'The size of these disks.',
      samples(({ blocks, bsize }) => blocks * bsize),
    ),
  ];
}
