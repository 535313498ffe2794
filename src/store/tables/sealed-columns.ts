import type { SealedColumn } from '../../declare/feature.ts';
import { DECLARED_FEATURES } from '../../features/declarations.ts';
import { query, type Reads, type Statement } from '../engine/database.ts';

/** Every column with values sealed by a data key. `data-keys rotate` and `check` read them. */
export const SEALED_COLUMNS = DECLARED_FEATURES.flatMap(({ sealedColumns = [] }) => sealedColumns);
export type { SealedColumn };

interface SealedValue {
  readonly userId: number;
  readonly sealed: string;
}

/** The next values after this user that do not start with `prefix`, sorted by user. */
export const notSealedBy = (
  db: Reads,
  { table, column }: SealedColumn,
  prefix: string,
  afterUserId: number,
  limit: number,
): Promise<SealedValue[]> =>
  db.all(
    query`SELECT user_id AS "userId", ${column} AS sealed FROM ${table}
      WHERE user_id > $1 AND ${column} IS NOT NULL AND substr(${column}, 1, $2) <> $3 ORDER BY user_id LIMIT $4`,
    [afterUserId, prefix.length, prefix, limit],
  );

/** Changes nothing if the value was replaced since it was read. */
export const reseal = (
  { table, column }: SealedColumn,
  { userId, sealed }: SealedValue,
  resealed: string,
): Statement => ({
  sql: `UPDATE ${table} SET ${column} = $3 WHERE user_id = $1 AND ${column} = $2 RETURNING user_id`,
  params: [userId, sealed, resealed],
});

interface SealedCount {
  readonly keyName: string;
  readonly values: number;
  /** The user of one such value, to try whether it opens. */
  readonly anyUserId: number;
}

/** Counts the values of a column per key. */
export const countByKey = (db: Reads, { table, column }: SealedColumn): Promise<SealedCount[]> =>
  db.all(
    query`SELECT key_name AS "keyName", COUNT(*) AS "values", MIN(user_id) AS "anyUserId" FROM (
      SELECT user_id,
      substr(${column}, 1, ${db.kind === 'sqlite' ? `instr(${column}, ':')` : `strpos(${column}, ':')`} - 1) AS key_name
      FROM ${table} WHERE ${column} IS NOT NULL) AS sealed_values GROUP BY key_name ORDER BY key_name`,
  );

export const sealedValueOf = (
  db: Reads,
  { table, column }: SealedColumn,
  userId: number,
): Promise<{ sealed: string | null } | undefined> =>
  db.one(query`SELECT ${column} AS sealed FROM ${table} WHERE user_id = $1`, [userId]);

/** The values of the first and the last user in a column. */
export const outermostValues = (db: Reads, { table, column }: SealedColumn): Promise<SealedValue[]> =>
  db.all(
    query`SELECT user_id AS "userId", ${column} AS sealed FROM ${table} WHERE user_id IN (
      (SELECT MIN(user_id) FROM ${table} WHERE ${column} IS NOT NULL),
      (SELECT MAX(user_id) FROM ${table} WHERE ${column} IS NOT NULL))`,
  );
