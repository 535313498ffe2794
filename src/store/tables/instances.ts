import { type Reads, type Statement, statement } from '../engine/database.ts';

/** What an instance tells about itself; nothing secret. */
export interface InstanceNote {
  /** A name that no other instance has. */
  readonly instance: string;
  readonly version: string;
  /** `<name>=<fingerprint>`, separated by blanks. */
  readonly signingKeys: string;
  readonly dataKeys: string;
  /** The time by its own clock. */
  readonly clockMs: number;
  /** The first note since it was started; of several workers, since the last of them was. */
  readonly isStart: boolean;
}

export interface SeenInstance extends Omit<InstanceNote, 'clockMs' | 'isStart'> {
  readonly startedAtMs: number;
  /** How long ago it was last seen. */
  readonly ageMs: number;
  /** How much its clock was ahead of the database's. */
  readonly aheadMs: number;
}

/** Rows are renewed this often at most, unless something has changed. */
const RENEWED_AFTER_MS = 60_000;
/** An instance that has not told anything for this long does not run. */
const RUNNING_MS = 2 * RENEWED_AFTER_MS;

const NOTE = `INSERT INTO instances (instance, version, signing_keys, data_keys, started_at, last_at, clock_at)
  VALUES ($1, $2, $3, $4, now(), now(), at($5))
  ON CONFLICT (instance) DO UPDATE SET version = excluded.version, signing_keys = excluded.signing_keys,
    data_keys = excluded.data_keys, last_at = now(), clock_at = excluded.clock_at,
    started_at = CASE WHEN $7 = 1 THEN now() ELSE instances.started_at END
  WHERE $7 = 1 OR instances.last_at < now() - ms($6) OR instances.signing_keys <> excluded.signing_keys
    OR instances.data_keys <> excluded.data_keys`;

export const note = ({ instance, version, signingKeys, dataKeys, clockMs, isStart }: InstanceNote): Statement =>
  statement(NOTE, [instance, version, signingKeys, dataKeys, clockMs, RENEWED_AFTER_MS, isStart ? 1 : 0]);

/** Those that have stopped are removed after a day (delete-expired-rows.ts). */
export async function all(db: Reads): Promise<SeenInstance[]> {
  type Found = Omit<SeenInstance, 'ageMs' | 'aheadMs'> & { lastAt: number; clockAt: number; now: number };
  const rows = await db.all<Found>(
    `SELECT instance, version, signing_keys AS "signingKeys", data_keys AS "dataKeys", started_at AS "startedAtMs",
      last_at AS "lastAt", clock_at AS "clockAt", now() AS now FROM instances ORDER BY instance`,
  );
  return rows.map(({ lastAt, clockAt, now, ...row }) => ({ ...row, ageMs: now - lastAt, aheadMs: clockAt - lastAt }));
}

export const isRunning = ({ ageMs }: SeenInstance): boolean => ageMs < RUNNING_MS;

export const databaseClock = async (db: Reads): Promise<number> =>
  (await db.one<{ now: number }>('SELECT now() AS now'))?.now ?? 0;
