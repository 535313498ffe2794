import { type Database, type Reads, type Statement, statement } from '../engine/database.ts';

/** What identifies a signing key, and nothing secret. */
export interface KeyInUse {
  readonly fingerprint: string;
  /** Null for SIGNING_SECRET. */
  readonly kid: string | null;
  readonly algorithm: string;
}

export interface SeenKey extends KeyInUse {
  readonly instance: string;
  /** When the instance was last known to sign with it. */
  readonly lastAt: number;
  readonly ageMs: number;
}

/** Rows are renewed this often at most. */
const RENEWED_AFTER_MS = 60_000;

const NOTE = `INSERT INTO signing_keys (instance, fingerprint, kid, algorithm, last_at) VALUES ($1, $2, $3, $4, now())
  ON CONFLICT (instance, fingerprint) DO UPDATE SET last_at = now() WHERE signing_keys.last_at < now() - ms($5)`;

/** But for the key pair that signed last: whoever lost the key folder must still find that out later. */
const FORGET_OLDER = `DELETE FROM signing_keys WHERE last_at < now() - ms($1) AND NOT (algorithm <> 'HS256'
  AND last_at = (SELECT MAX(last_at) FROM signing_keys WHERE algorithm <> 'HS256'))`;

/** Notes the keys that an instance signs with, and forgets those that nobody has signed with for `keptMs`. */
export async function note(db: Database, instance: string, keys: readonly KeyInUse[], keptMs: number): Promise<void> {
  await db.batch([
    ...keys.map(({ fingerprint, kid, algorithm }) =>
      statement(NOTE, [instance, fingerprint, kid, algorithm, RENEWED_AFTER_MS]),
    ),
    statement(FORGET_OLDER, [keptMs]),
  ]);
}

/** Whether others verify with its public part. */
export const isKeyPair = ({ algorithm }: KeyInUse): boolean => algorithm !== 'HS256';

/** The keys that instances have signed with in this time, and the key pair that signed last, however long ago. */
export async function seenWithin(db: Reads, ms: number): Promise<SeenKey[]> {
  const rows = await db.all<SeenKey & { readonly now: number }>(
    'SELECT instance, fingerprint, kid, algorithm, last_at AS "lastAt", now() AS now FROM signing_keys ORDER BY ' +
      'last_at DESC',
  );
  const lastPair = rows.find(isKeyPair);
  return rows
    .map((row) => ({ ...row, ageMs: row.now - row.lastAt }))
    .filter(({ ageMs, fingerprint }) => ageMs <= ms || fingerprint === lastPair?.fingerprint);
}

/** A key that was retired on purpose is missed by nobody. */
export const forget = (fingerprint: string): Statement => ({
  sql: 'DELETE FROM signing_keys WHERE fingerprint = $1',
  params: [fingerprint],
});
