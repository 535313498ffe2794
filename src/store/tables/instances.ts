import { query, type Reads, type Statement, statement } from '../engine/database.ts';

/** What an instance reports about itself. Nothing in it is secret. */
interface InstanceRecord {
  /** A unique name. */
  readonly instance: string;
  readonly version: string;
  /** The time by its own clock. */
  readonly clockMs: number;
  /** Whether this is the first report since the start, or since the start of its last worker. */
  readonly isStart: boolean;
}

interface SeenInstance extends Pick<InstanceRecord, 'instance' | 'version'> {
  readonly startedAtMs: number;
  readonly lastAtMs: number;
  /** The time since its last report. */
  readonly ageMs: number;
  /** How far its clock is ahead of the database's. */
  readonly aheadMs: number;
}

/** An instance without a report for this long is not running. */
export const RUNNING_MS = 120_000;

const RECORD = `INSERT INTO instances (instance, version, started_at, last_at, clock_at)
  VALUES ($1, $2, now(), now(), at($3))
  ON CONFLICT (instance) DO UPDATE SET version = excluded.version, last_at = now(), clock_at = excluded.clock_at,
    started_at = CASE WHEN $4 = 1 THEN now() ELSE instances.started_at END`;

export const record = ({ instance, version, clockMs, isStart }: InstanceRecord): Statement =>
  statement(RECORD, [instance, version, clockMs, isStart ? 1 : 0]);

/** Includes stopped instances, which are removed after a day (delete-expired-rows.ts). */
export async function all(db: Reads): Promise<SeenInstance[]> {
  type Found = Omit<SeenInstance, 'ageMs' | 'aheadMs'> & { clockAt: number; now: number };
  const rows = await db.all(
    query<Found>`SELECT instance, version, started_at AS "startedAtMs", last_at AS "lastAtMs", clock_at AS "clockAt",
      now() AS now
      FROM instances ORDER BY instance`,
  );
  return rows.map(({ clockAt, now, ...row }) => ({
    ...row,
    ageMs: now - row.lastAtMs,
    aheadMs: clockAt - row.lastAtMs,
  }));
}

export const isRunning = ({ ageMs }: SeenInstance): boolean => ageMs < RUNNING_MS;

export const databaseClock = async (db: Reads): Promise<number> =>
  (await db.one(query<{ now: number }>`SELECT now() AS now`))?.now ?? 0;
