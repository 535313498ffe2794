import { type EventToRecord, event } from '../change.ts';
import {
  type ListStatement,
  list,
  type Query,
  query,
  type Reads,
  required,
  type Statement,
  statement,
  type Value,
} from '../engine/database.ts';
import { type AnyKind, CREDENTIALS, isOwnedBy, isUsableBy, KINDS, type ListedKind } from './credential-kinds.ts';
import { HAS_FACTOR } from './factors.ts';
import type { User } from './user.ts';

type Removal = readonly (Statement | EventToRecord)[];

/** A credential as its owner sees it. */
export interface StoredWayIn {
  readonly kind: ListedKind;
  /** An internal id, not public. */
  readonly id: string | null;
  /** The name that the owner chose or, for a session, the user agent. */
  readonly name: string | null;
  readonly addedAtMs: number | null;
}

const LISTED = KINDS.flatMap(([kind, { listed, ...one }]) =>
  listed ? [{ ...one, ...listed, kind: kind as ListedKind }] : [],
);
export const WAYS_IN = LISTED.map(({ kind }) => kind);

const ROWS = LISTED.map(
  ({ kind, id, name, addedAt, isOne = false, ...one }) =>
    `SELECT '${kind}' AS kind, ${id} AS id, ${name} AS name, ${addedAt} AS "addedAtMs"
      FROM ${one.table} WHERE ${isUsableBy('$1', one)} ${isOne ? 'GROUP BY user_id' : ''}`,
).join(' UNION ALL ');
const PLACES = WAYS_IN.map((kind, place) => `WHEN '${kind}' THEN ${place}`).join(' ');
const LIST = `SELECT * FROM (${ROWS}) AS ways ORDER BY CASE kind ${PLACES} END, "addedAtMs", id`;
/** The credentials of an account besides the password and the mailbox. */
export const waysIn = (userId: number): ListStatement<StoredWayIn> => list(LIST, [userId]);

interface UsedWayIn {
  readonly id: string;
  readonly name: string;
  readonly addedAtMs: number;
  readonly usedAtMs: number | null;
}

const OF_KIND: ReadonlyMap<string, Query<UsedWayIn>> = new Map(
  LISTED.map(({ kind, id, name, addedAt, usedAt = 'NULL', ...one }) => [
    kind,
    query`SELECT ${id} AS id, ${name} AS name, ${addedAt} AS "addedAtMs", ${usedAt} AS "usedAtMs" FROM ${one.table}
      WHERE ${isUsableBy('$1', one)} ORDER BY ${addedAt}, ${id}`,
  ]),
);
/** The credentials of a kind, oldest first; none if no feature has the kind. */
export async function waysInOfKind(db: Reads, kind: string, userId: number): Promise<UsedWayIn[]> {
  const ofKind = OF_KIND.get(kind);
  return ofKind ? db.all(ofKind, [userId]) : [];
}

const COUNTS = query<Record<ListedKind, number>>`SELECT ${LISTED.map(
  ({ kind, ...one }) => `(SELECT COUNT(*) FROM ${one.table} WHERE ${isUsableBy('$1', one)}) AS ${kind}`,
).join(', ')}`;
/** How many credentials of each kind an account has. */
export const countWaysIn = async (db: Reads, userId: number) =>
  (await db.one(COUNTS, [userId])) as Readonly<Record<string, number>>;

/** Removes the credentials of an account ($1) that also meet a condition. A factor with codes loses its bit. */
function removalOf(kind: AnyKind, isMeant: string, params: readonly [userId: number, ...Value[]]): Removal {
  const { table, outlived, removed, factor } = kind;
  const where = `${isOwnedBy('$1', kind)} AND ${isMeant}`;
  const subject = removed && `SELECT ${removed.subject} FROM ${table} WHERE ${where} FOR UPDATE`;
  return [
    ...(removed && subject ? [event(removed.event, { sql: subject, params }, { by: null })] : []),
    statement(`DELETE FROM ${table} WHERE ${where}${outlived ? ` AND NOT (${outlived.condition})` : ''}`, params),
    ...(outlived ? [statement(`UPDATE ${table} SET ${outlived.set} WHERE ${where}`, params)] : []),
    ...(typeof factor?.bit === 'number' ? [statement(withoutBit(kind, factor.bit), params.slice(0, 1))] : []),
  ];
}

const withoutBit = (kind: AnyKind, bit: number): string =>
  `UPDATE users SET second_factors = second_factors - (second_factors & ${bit})
    WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM ${kind.table} WHERE ${isUsableBy('$1', kind)})`;

function removeWhere(
  conditionOf: (kind: AnyKind) => string | null,
  params: readonly [userId: number, ...Value[]],
): Removal {
  return KINDS.flatMap(([, kind]) => {
    const condition = conditionOf(kind);
    return condition === null ? [] : removalOf(kind, condition, params);
  });
}

/** Removes every credential of a kind. */
export const removeKind = (kind: keyof typeof CREDENTIALS, userId: number): Removal =>
  removalOf(CREDENTIALS[kind], '1 = 1', [userId]);

/**
 * Removes every unproven login, with everything that it began, requested or added: another person may have used the
 * account before the owner of the mailbox. Must follow a lock on the user, so that nothing is added meanwhile.
 */
export const removeUnproven = (userId: number): Removal => removeWhere((kind) => kind.isUnproven, [userId]);

/** Removes credentials added since a time. Must follow a lock on the user. */
export const removeAddedSince = (userId: number, sinceMs: number): Removal =>
  removeWhere((kind) => kind.isAddedSince, [userId, sinceMs]);

/** Removes every factor. */
export const removeFactors = (userId: number): Removal => removeWhere(({ factor }) => factor && '1 = 1', [userId]);

/** Removes factors that were begun but not confirmed. */
export const removePending = (userId: number): Removal => removeWhere(({ isPending = null }) => isPending, [userId]);

/** Removes all credentials, for an account that gets another owner. */
export const removeAll = (userId: number): Removal => removeWhere(() => '1 = 1', [userId]);

const NOT_PROVEN_HERE = KINDS.filter(([, { provesAddress }]) => provesAddress).map(
  ([, { table, amr, isUnproven }]) => `UPDATE refresh_tokens SET is_unproven = 1 WHERE user_id = $1
    AND amr LIKE '%"${amr[0]}"%' AND EXISTS (SELECT 1 FROM ${table} WHERE user_id = $1 AND ${isUnproven})`,
);
/** Follows a change of address, for which the credentials that began these sessions are not proven any more. */
export const setSessionsUnproven = (userId: number): Statement[] =>
  NOT_PROVEN_HERE.map((sql) => statement(sql, [userId]));

const NOTHING_IS_UNPROVEN = KINDS.map(
  ([, one]) => `NOT EXISTS (SELECT 1 FROM ${one.table} WHERE ${isOwnedBy('users.id', one)} AND ${one.isUnproven})`,
).join(' AND ');

const HAS_UNPROVEN = query`SELECT id FROM users WHERE id = $1 AND NOT (${NOTHING_IS_UNPROVEN})`;
/** Whether `removeUnproven` would remove anything. */
export const hasUnproven = async (db: Reads, userId: number): Promise<boolean> =>
  (await db.one(HAS_UNPROVEN, [userId])) !== undefined;

/** SQL: the address is confirmed, and every credential is proven. */
const IS_PROVEN = `(unconfirmed_email IS NULL OR unconfirmed_email <> email) AND ${NOTHING_IS_UNPROVEN}`;
const PROVEN = query`SELECT id FROM users WHERE id = $1 AND ${IS_PROVEN}`;
export const isEmailProven = async (db: Reads, id: number): Promise<boolean> =>
  (await db.one(PROVEN, [id])) !== undefined;

const REQUIRE_PROVEN = `SELECT id FROM users WHERE id = $1 AND credential_version = $2 AND email = $3
  AND account_status = 'ACTIVE' AND ${IS_PROVEN} AND NOT (${HAS_FACTOR})`;
/** Rolls its batch back unless the address alone still opens the account, as when it was checked. */
export const requireProvenAddress = (checked: User): Statement =>
  required(REQUIRE_PROVEN, [checked.id, checked.credentialVersion, checked.email]);

/** Forgets wrong guesses. */
export const forgetFailures = (userId: number): Statement[] =>
  KINDS.flatMap(([, { countsFailures, ...kind }]) =>
    countsFailures
      ? [
          statement(`UPDATE ${kind.table} SET failures = 0, failing_since = NULL WHERE ${isOwnedBy('$1', kind)}`, [
            userId,
          ]),
        ]
      : [],
  );
