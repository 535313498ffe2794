import { query, type Reads, type Statement } from '../engine/database.ts';

/** Every column with values that a data key sealed. `data-keys rotate` and `check` go through them. */
export const SEALED_COLUMNS = [
  { table: 'totp', column: 'sealed' },
  { table: 'totp', column: 'pending_sealed' },
] as const;
export type SealedColumn = (typeof SEALED_COLUMNS)[number];

export interface SealedValue {
  readonly userId: number;
  readonly sealed: string;
}

/** The next values of a column after this user that do not begin with `prefix`, in the order of their users. */
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

/** Changes nothing when the value was replaced since it was read. */
export const reseal = (
  { table, column }: SealedColumn,
  { userId, sealed }: SealedValue,
  resealed: string,
): Statement => ({
  sql: `UPDATE ${table} SET ${column} = $3 WHERE user_id = $1 AND ${column} = $2 RETURNING user_id`,
  params: [userId, sealed, resealed],
});

export interface SealedCount {
  readonly keyName: string;
  readonly values: number;
  /** One of them, to try whether it opens. */
  readonly anyUserId: number;
}

/** How many values of a column each key seals. */
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

/** The values of a column that the first and the last of its users have. */
export const outermostValues = (db: Reads, { table, column }: SealedColumn): Promise<SealedValue[]> =>
  db.all(
    query`SELECT user_id AS "userId", ${column} AS sealed FROM ${table} WHERE user_id IN (
      (SELECT MIN(user_id) FROM ${table} WHERE ${column} IS NOT NULL),
      (SELECT MAX(user_id) FROM ${table} WHERE ${column} IS NOT NULL))`,
  );
