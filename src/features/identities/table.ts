import { randomUUID } from 'node:crypto';
import { query, type Reads, type RequiredStatement, required, type Statement } from '../../store/engine/database.ts';
import { ASKED } from '../../store/tables/imported-accounts.ts';
import { unprovenIn } from '../../store/tables/sessions.ts';
import type { User } from '../../store/tables/user.ts';
import { USER_COLUMNS } from '../../store/tables/users.ts';
import { identities } from './declared.ts';
import type { NewIdentity } from './services.ts';

const { isUnproven: IS_UNPROVEN } = identities.credentials.identity;

export type LinkedLogin = Pick<NewIdentity, 'issuer' | 'subject'>;

/** The owner of an identity, and 1 if it is unproven. */
interface IdentityOwner extends User {
  readonly isUnproven: number;
}
const OWNER = query<IdentityOwner>`SELECT ${USER_COLUMNS}, CASE WHEN ${IS_UNPROVEN} THEN 1 ELSE 0 END AS "isUnproven"
  FROM identities JOIN users ON users.id = identities.user_id
  WHERE issuer = $1 AND subject = $2`;
/** The account that an identity belongs to. */
export const ownerOf = (db: Reads, { issuer, subject }: LinkedLogin): Promise<IdentityOwner | undefined> =>
  db.one(OWNER, [issuer, subject]);

/** Those of the asked subjects that belong to an account. */
export const LINKED = query<LinkedLogin>`SELECT issuer, subject FROM identities WHERE subject IN (${ASKED})`;

export interface ListedIdentity {
  readonly id: string;
  readonly provider: string;
  readonly email: string | null;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
}

const LIST = query<ListedIdentity>`SELECT identities.id, provider, email, created_at AS "createdAtMs",
  last_used_at AS "lastUsedAtMs"
  FROM identities WHERE user_id = $1 ORDER BY created_at, id`;
export const list = (db: Reads, userId: number): Promise<ListedIdentity[]> => db.all(LIST, [userId]);

/** Who vouches for a new login: the session that links it, only its provider, or the operator who imports it. */
export type Voucher = { readonly sessionId: string | undefined } | 'provider' | 'operator';

const INSERT = `INSERT INTO identities
    (id, user_id, provider, issuer, subject, email, created_at, decided_email, proven_email)
  SELECT $1, users.id, $3, $4, $5, $6, now(), $7, CASE
    WHEN users.email = $7 THEN users.email
    WHEN COALESCE(users.status_before_suspension, users.account_status) = 'INACTIVE' OR $8 = 1 THEN NULL
    WHEN ${unprovenIn('$9')} = 1 THEN NULL ELSE users.email END
  FROM users WHERE users.email = $2 RETURNING id`;
/**
 * Links an identity to the account with this address, whose id may not be known yet. It is proven if its provider hands
 * out the address, or if a proven login links it. Otherwise it stays unproven: later verification does not show that
 * the mailbox and the identity belong to the same person. Throws UniqueViolation if the identity belongs to an account,
 * or the account has one of this provider.
 */
export const insert = (ownersEmail: string, identity: NewIdentity, voucher: Voucher): Statement => {
  const { provider, issuer, subject, email } = identity;
  const sessionId = typeof voucher === 'object' ? (voucher.sessionId ?? '') : null;
  const vouched = [decidedEmail(identity), voucher === 'provider' ? 1 : 0, sessionId];
  return required(INSERT, [randomUUID(), ownersEmail, provider, issuer, subject, email, ...vouched]);
};

const decidedEmail = ({ email, emailProof }: NewIdentity): string | null => (emailProof === 'decided' ? email : null);

const USE = `UPDATE identities SET last_used_at = now(), email = $4, decided_email = $6,
  proven_email = COALESCE((SELECT users.email FROM users WHERE users.id = $3 AND users.email = $6), proven_email),
  provider = CASE WHEN EXISTS (
    SELECT 1 FROM identities AS other WHERE other.user_id = $3 AND other.provider = $5) THEN provider ELSE $5 END
  WHERE issuer = $1 AND subject = $2 AND user_id = $3 RETURNING id`;
/** Also follows a renamed provider. Returns no row if the identity was unlinked meanwhile. */
export const use = (userId: number, identity: NewIdentity): RequiredStatement => {
  const { issuer, subject, email, provider } = identity;
  return required(USE, [issuer, subject, userId, email, provider, decidedEmail(identity)]);
};
