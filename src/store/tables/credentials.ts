import type { EventToRecord } from '../change.ts';
import {
  type ListStatement,
  list,
  query,
  type Reads,
  required,
  type Statement,
  statement,
  type Value,
} from '../engine/database.ts';
import * as apiKeys from './api-keys.ts';
import * as identities from './identities.ts';
import { IS_ALIVE } from './sessions.ts';
import * as totp from './totp.ts';
import type { User } from './user.ts';

type Removal = readonly (Statement | EventToRecord)[];

/** A kind of thing that lets its holder into an account, or act for it, besides the password and the mailbox. */
interface CredentialKind {
  readonly table: string;
  /** The column of the account; 'user_id' by default. */
  readonly owner?: 'created_by';
  /** SQL: the rows of the table that are credentials; all by default. */
  readonly where?: string;
  /** What is there: the columns of a row as its owner sees it; null: only its effect is seen. */
  readonly listed: {
    readonly id: string;
    readonly name: string;
    readonly addedAt: string;
    readonly rows?: string;
  } | null;
  /** SQL: added from a login of whom nobody knows that the mailbox is theirs too. */
  readonly isUnproven: string;
  /** SQL: added since $2, for a revert of a change of address; null: a revert removes all of them anyway. */
  readonly isAddedSince: string | null;
  /** Whether an operator removes it for somebody who lost every factor. */
  readonly isFactor: boolean;
  /** If it takes more than deleting the rows that meet a condition. */
  readonly remove?: (condition: string, params: readonly Value[]) => Removal;
}

const MARKED = 'is_unproven = 1';

/** Each kind, with its answer to every question that is asked about all of them. A new kind is a row. */
export const CREDENTIALS = {
  session: {
    table: 'refresh_tokens',
    listed: { id: 'id', name: 'user_agent', addedAt: 'created_at', rows: `AND ${IS_ALIVE}` },
    isUnproven: MARKED,
    isAddedSince: null,
    isFactor: false,
  },
  passkey: {
    table: 'passkeys',
    listed: { id: 'id', name: 'name', addedAt: 'created_at' },
    isUnproven: MARKED,
    isAddedSince: 'created_at >= at($2)',
    isFactor: true,
  },
  authenticator_app: {
    table: 'totp',
    listed: { id: 'NULL', name: 'NULL', addedAt: 'confirmed_at', rows: 'AND sealed IS NOT NULL' },
    isUnproven: MARKED,
    isAddedSince: '(sealed IS NULL OR confirmed_at >= at($2))',
    isFactor: true,
    remove: totp.removeWhere,
  },
  recovery_codes: {
    table: 'recovery_codes',
    listed: { id: 'NULL', name: 'NULL', addedAt: 'MAX(created_at)', rows: 'AND used_at IS NULL GROUP BY user_id' },
    isUnproven: MARKED,
    isAddedSince: 'created_at >= at($2)',
    isFactor: true,
  },
  identity: {
    table: 'identities',
    listed: { id: 'id', name: 'provider', addedAt: 'created_at' },
    isUnproven: identities.IS_UNPROVEN,
    isAddedSince: 'created_at >= at($2)',
    isFactor: false,
  },
  api_key: {
    table: 'api_keys',
    owner: 'created_by',
    listed: { id: 'id', name: 'name', addedAt: 'created_at' },
    isUnproven: MARKED,
    isAddedSince: 'created_at >= at($2)',
    isFactor: false,
    remove: apiKeys.removeWhere,
  },
  // What an app holds hangs on a session, and ends with it. The grant lets it log in again without being asked.
  app: {
    table: 'openid_grants',
    listed: null,
    isUnproven: MARKED,
    isAddedSince: 'granted_at >= at($2)',
    isFactor: false,
  },
  // Once confirmed, the account belongs to another mailbox.
  waiting_address: {
    table: 'email_changes',
    where: 'confirmed_at IS NULL',
    listed: null,
    isUnproven: MARKED,
    isAddedSince: null,
    isFactor: false,
  },
} as const satisfies Record<string, CredentialKind>;

type Kinds = typeof CREDENTIALS;
type ListedKind = { [Kind in keyof Kinds]: Kinds[Kind]['listed'] extends null ? never : Kind }[keyof Kinds];
const KINDS: readonly (readonly [string, CredentialKind])[] = Object.entries<CredentialKind>(CREDENTIALS);

/** A credential as its owner sees it. */
export interface StoredWayIn {
  readonly kind: ListedKind;
  /** Not public. */
  readonly id: string | null;
  /** The name that the owner chose or, for a session, the user agent. */
  readonly name: string | null;
  readonly addedAtMs: number | null;
}

export const WAYS_IN = KINDS.flatMap(([kind, { listed }]) => (listed ? [kind as ListedKind] : []));

/** SQL: the rows of an account, by its id. */
const ownedBy = ({ table, owner, where = '1 = 1' }: CredentialKind, id: string): string =>
  `${table}.${owner ?? 'user_id'} = ${id} AND ${where}`;

const ROWS = KINDS.flatMap(([kind, one]) =>
  one.listed
    ? [
        `SELECT '${kind}' AS kind, ${one.listed.id} AS id, ${one.listed.name} AS name,
          ${one.listed.addedAt} AS "addedAtMs"
        FROM ${one.table} WHERE ${ownedBy(one, '$1')} ${one.listed.rows ?? ''}`,
      ]
    : [],
).join(' UNION ALL ');
const PLACES = KINDS.map(([kind], place) => `WHEN '${kind}' THEN ${place}`).join(' ');
const LIST = `SELECT * FROM (${ROWS}) AS ways ORDER BY CASE kind ${PLACES} END, "addedAtMs", id`;
/** What lets somebody into an account, besides the password and the mailbox. */
export const waysIn = (userId: number): ListStatement<StoredWayIn> => list(LIST, [userId]);

function removeWhere(
  conditionOf: (kind: CredentialKind) => string | null,
  params: readonly [userId: number, ...Value[]],
): Removal {
  return KINDS.flatMap(([, one]) => {
    const also = conditionOf(one);
    if (also === null) return [];
    const condition = `${ownedBy(one, '$1')} AND ${also}`;
    return one.remove?.(condition, params) ?? [statement(`DELETE FROM ${one.table} WHERE ${condition}`, params)];
  });
}

/**
 * For the owner of the mailbox, who may not be the person who came before: removes everything that an unproven login
 * has begun, requested or added, and that login. Must follow a lock on the user, so that nothing is added meanwhile.
 */
export const removeUnproven = (userId: number): Removal => removeWhere((kind) => kind.isUnproven, [userId]);

/** Removes what was added since then. Must follow a lock on the user. */
export const removeAddedSince = (userId: number, sinceMs: number): Removal =>
  removeWhere((kind) => kind.isAddedSince, [userId, sinceMs]);

/** Removes every second factor and passkey. */
export const removeFactors = (userId: number): Removal =>
  removeWhere(({ isFactor }) => (isFactor ? '1 = 1' : null), [userId]);

/** Removes everything, for an account that gets another owner. */
export const removeAll = (userId: number): Removal => removeWhere(() => '1 = 1', [userId]);

const NOTHING_IS_UNPROVEN = KINDS.map(
  ([, one]) => `NOT EXISTS (SELECT 1 FROM ${one.table} WHERE ${ownedBy(one, 'users.id')} AND ${one.isUnproven})`,
).join(' AND ');

const HAS_UNPROVEN = query`SELECT id FROM users WHERE id = $1 AND NOT (${NOTHING_IS_UNPROVEN})`;
/** Whether `removeUnproven` would remove anything. */
export const hasUnproven = async (db: Reads, userId: number): Promise<boolean> =>
  (await db.one(HAS_UNPROVEN, [userId])) !== undefined;

/** Nobody who may not own the mailbox has a way in. */
const IS_PROVEN = `(unconfirmed_email IS NULL OR unconfirmed_email <> email) AND ${NOTHING_IS_UNPROVEN}`;
const PROVEN = query`SELECT id FROM users WHERE id = $1 AND ${IS_PROVEN}`;
export const isEmailProven = async (db: Reads, id: number): Promise<boolean> =>
  (await db.one(PROVEN, [id])) !== undefined;

const REQUIRE_PROVEN = `SELECT id FROM users WHERE id = $1 AND credential_version = $2 AND email = $3
  AND account_status = 'ACTIVE' AND second_factors = 0 AND ${IS_PROVEN}
  AND NOT EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user_id = $1)`;
/** Rolls its batch back unless the address alone still opens the account, as when it was checked. */
export const requireProvenAddress = (checked: User): Statement =>
  required(REQUIRE_PROVEN, [checked.id, checked.credentialVersion, checked.email]);
