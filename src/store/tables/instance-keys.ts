import { query, type Reads, type Statement, statement } from '../engine/database.ts';

export type KeyUse = 'signing' | 'data';

/** Identifies a key without revealing it. */
export interface HeldKey {
  readonly use: KeyUse;
  readonly fingerprint: string;
  /** Null for SIGNING_SECRET. */
  readonly name: string | null;
  /** Null for data keys. */
  readonly algorithm: string | null;
  /** Whether the instance signs with the key, or will soon. */
  readonly signs: boolean;
}

/** A key that an instance has or had. */
export interface SeenKey extends Omit<HeldKey, 'signs'> {
  readonly instance: string;
  /** When an instance first had the key. */
  readonly firstAtMs: number;
  /** When this instance was last known to have the key. */
  readonly lastAtMs: number;
  /** When this instance was last known to sign with the key; null: never. */
  readonly signedAtMs: number | null;
  /** The database's clock. */
  readonly nowMs: number;
}

const RECORD = `INSERT INTO instance_keys (instance, used_for, fingerprint, name, algorithm, first_at, last_at, signed_at)
  VALUES ($1, $2, $3, $4, $5,
    COALESCE((SELECT MIN(first_at) FROM instance_keys WHERE used_for = $2 AND fingerprint = $3), now()),
    now(), CASE WHEN $6 = 1 THEN now() END)
  ON CONFLICT (instance, used_for, fingerprint) DO UPDATE SET last_at = excluded.last_at,
    signed_at = COALESCE(excluded.signed_at, instance_keys.signed_at)`;

/** Keeps one row per key, which shows the key's age, and that a lost key folder contained it. */
const REMOVE_OLDER = `DELETE FROM instance_keys WHERE last_at < now() - ms($1) AND EXISTS (
  SELECT 1 FROM instance_keys AS newer WHERE newer.used_for = instance_keys.used_for
    AND newer.fingerprint = instance_keys.fingerprint AND newer.last_at > instance_keys.last_at
    AND (newer.signed_at IS NOT NULL OR instance_keys.signed_at IS NULL))`;

/** Records the keys that an instance has, and removes those of instances that stopped `keptMs` ago. */
export const record = (instance: string, keys: readonly HeldKey[], keptMs: number): Statement[] => [
  ...keys.map(({ use, fingerprint, name, algorithm, signs }) =>
    statement(RECORD, [instance, use, fingerprint, name, algorithm, signs ? 1 : 0]),
  ),
  statement(REMOVE_OLDER, [keptMs]),
];

export const all = (db: Reads): Promise<SeenKey[]> =>
  db.all(
    query<SeenKey>`SELECT instance, used_for AS "use", fingerprint, name, algorithm, first_at AS "firstAtMs",
      last_at AS "lastAtMs", signed_at AS "signedAtMs", now() AS "nowMs" FROM instance_keys`,
  );

/** Whether others verify with its public key. */
export const isKeyPair = ({ algorithm }: SeenKey): boolean => algorithm !== null && algorithm !== 'HS256';

/** A key that instances have signed with, and the time of the last signature. */
export interface SignedKey extends SeenKey {
  readonly signedAtMs: number;
}

/** The keys used for signing within `ms`, and the key pair that signed last, however long ago. */
export function signedWithin(keys: readonly SeenKey[], ms: number): SignedKey[] {
  const signed = keys
    .filter((key): key is SignedKey => key.use === 'signing' && key.signedAtMs !== null)
    .sort((key, other) => other.signedAtMs - key.signedAtMs);
  const lastPair = signed.find(isKeyPair);
  return signed.filter(
    ({ nowMs, signedAtMs, fingerprint }) => nowMs - signedAtMs <= ms || fingerprint === lastPair?.fingerprint,
  );
}

/** Forgets a key that was retired on purpose. */
export const forget = (fingerprint: string): Statement =>
  statement(`DELETE FROM instance_keys WHERE used_for = 'signing' AND fingerprint = $1`, [fingerprint]);
