import { Conflict, type Statement } from './engine/database.ts';
import { HAS_FACTOR } from './tables/factors.ts';
import { IS_ALIVE } from './tables/sessions.ts';
import type { User } from './tables/user.ts';

/** The sender's permission has changed and nothing was written. The whole request must be repeated. */
export class SenderChanged extends Conflict {}
/** Only a retry of the whole request can resolve this conflict. */
export const isOfSender = (error: Conflict): boolean => error instanceof SenderChanged;

/** The target account has changed: it was deleted, or became an administrator, whom no API key may change. */
export class TargetChanged extends Conflict {}

const SENDER_CHANGED = new SenderChanged('what the request was allowed by has changed');
const TARGET_CHANGED = new TargetChanged('the account that the request is about has changed');

/** `current` comes after the locks of both accounts: a change that ends acting locks the account first. */
export interface ActingConditions {
  readonly administrator: Lock;
  readonly current: Statement;
}

/** What permits a request, as read when its headers were checked. */
export interface Sender {
  /** The account of the token. All checks of its state and role stay valid while these members are unchanged. */
  readonly user?: Pick<User, 'id' | 'accountStatus' | 'role' | 'secondFactors' | 'deletionDueAtMs'>;
  /** The version of the credentials, if a new password invalidates the token. */
  readonly credentialVersion?: number;
  /** The session, if the operation needs one. */
  readonly sessionId?: string;
  /** SECOND_FACTOR demands a factor, and the account has one without codes. */
  readonly needsFactor?: boolean;
  /** An administrator is acting as the user. */
  readonly acting?: ActingConditions;
  /** The condition under which a key, sent in place of a token, still permits the request. */
  readonly key?: Lock;
  /** The account that an administrative operation changes. */
  readonly target?: { readonly id: number; readonly excludesAdmins: boolean };
}

const ANY_VERSION = -1;
const IS_SAME_ACCOUNT = `users.id = $1 AND users.account_status = $2 AND users.role = $3 AND users.second_factors = $4
  AND CASE WHEN users.deletion_due_at IS NULL THEN 0 ELSE 1 END = $5
  AND ($6 = ${ANY_VERSION} OR users.credential_version = $6)`;
/** Locks the row, so that a suspension either precedes the write, which then fails, or follows it. */
const SAME_ACCOUNT = `SELECT users.id FROM users WHERE ${IS_SAME_ACCOUNT} FOR UPDATE`;
/** A join instead of EXISTS: a row that is deleted while this statement waits for its lock counts as gone. */
const SAME_SESSION = `SELECT users.id FROM users JOIN refresh_tokens ON refresh_tokens.user_id = users.id
  WHERE ${IS_SAME_ACCOUNT} AND refresh_tokens.id = $7 AND ${IS_ALIVE} FOR UPDATE`;
const KEEPS_FACTOR = `SELECT id FROM users WHERE id = $1 AND (${HAS_FACTOR})`;

const TARGET = 'SELECT id FROM users WHERE id = $1 FOR UPDATE';
const PLAIN_TARGET = `SELECT id FROM users WHERE id = $1 AND role <> 'ADMIN' FOR UPDATE`;

/** A condition, and the account that it locks; null: none. */
interface Lock {
  readonly userId: number | null;
  readonly statement: Statement;
}

/**
 * The conditions under which the sender is still allowed. If one returns no row, the whole request must be repeated.
 * Accounts are locked in the order of their ids; otherwise two administrators who change each other could deadlock.
 */
export function senderConditions({ target, ...sender }: Sender): Statement[] {
  const { locks, rest } = ofSender(sender);
  const all = target ? [...locks, ofTarget(target)] : locks;
  const inOrder = all.toSorted((one, other) => (one.userId ?? 0) - (other.userId ?? 0));
  return [...inOrder.map(({ statement }) => statement), ...rest];
}

const ofTarget = ({ id, excludesAdmins }: NonNullable<Sender['target']>): Lock => ({
  userId: id,
  statement: { sql: excludesAdmins ? PLAIN_TARGET : TARGET, params: [id], required: TARGET_CHANGED },
});

function ofSender(sender: Omit<Sender, 'target'>): { readonly locks: readonly Lock[]; readonly rest: Statement[] } {
  const { user, credentialVersion, sessionId, needsFactor, acting, key } = sender;
  const unchanged = ({ sql, params }: Statement): Statement => ({ sql, params, required: SENDER_CHANGED });
  const lock = ({ userId, statement }: Lock): Lock => ({ userId, statement: unchanged(statement) });
  if (key) return { locks: [lock(key)], rest: [] };
  if (!user) throw new Error('the operation writes before its sender is checked');
  const { id, accountStatus, role, secondFactors, deletionDueAtMs } = user;
  const waitsForDeletion = deletionDueAtMs === null ? 0 : 1;
  const account = [id, accountStatus, role, secondFactors, waitsForDeletion, credentialVersion ?? ANY_VERSION];
  const same =
    sessionId === undefined
      ? { sql: SAME_ACCOUNT, params: account }
      : { sql: SAME_SESSION, params: [...account, sessionId] };
  return {
    locks: [...(acting ? [lock(acting.administrator)] : []), lock({ userId: id, statement: same })],
    rest: [
      ...(needsFactor ? [unchanged({ sql: KEEPS_FACTOR, params: [id] })] : []),
      ...(acting ? [unchanged(acting.current)] : []),
    ],
  };
}
