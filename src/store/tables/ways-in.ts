import { type ListStatement, list, type RequiredStatement, required } from '../engine/database.ts';
import { IS_ALIVE } from './sessions.ts';
import { PASSWORD_HASH } from './users.ts';

export const WAYS_IN = ['session', 'passkey', 'authenticator_app', 'recovery_codes', 'identity', 'api_key'] as const;

/** A way into an account, or to act for it, besides the password and the mailbox. */
export interface StoredWayIn {
  readonly kind: (typeof WAYS_IN)[number];
  /** Not public. */
  readonly id: string | null;
  /** The name that the owner chose or, for a session, the user agent. */
  readonly name: string | null;
  readonly addedAtMs: number | null;
}

const LIST = `SELECT 'session' AS kind, id, user_agent AS name, created_at AS "addedAtMs" FROM refresh_tokens
  WHERE user_id = $1 AND ${IS_ALIVE}
  UNION ALL SELECT 'passkey', id, name, created_at FROM passkeys WHERE user_id = $1
  UNION ALL SELECT 'authenticator_app', NULL, NULL, confirmed_at FROM totp WHERE user_id = $1 AND sealed IS NOT NULL
  UNION ALL SELECT 'recovery_codes', NULL, NULL, MAX(created_at) FROM recovery_codes WHERE user_id = $1
  AND used_at IS NULL GROUP BY user_id
  UNION ALL SELECT 'identity', id, provider, created_at FROM identities WHERE user_id = $1
  UNION ALL SELECT 'api_key', id, name, created_at FROM api_keys WHERE created_by = $1`;
/** Every StoredWayIn of an account. `accounts/profile/revert-ways-in.ts` removes them. */
export const waysIn = (userId: number): ListStatement<StoredWayIn> => list(LIST, [userId]);

/** What can log in now: a passkey or an identity may be left from before it was switched off. */
interface LoginMethods {
  readonly emailLogin: boolean;
  readonly passkeys: boolean;
  /** Their ids. */
  readonly providers: readonly string[];
}

const HAS_ANOTHER = `AND (
    EXISTS (SELECT 1 FROM users WHERE users.id = $2 AND ${PASSWORD_HASH} IS NOT NULL)
    OR EXISTS (SELECT 1 FROM identities AS other WHERE other.user_id = $2 AND other.id <> $1
      AND ' ' || $3 || ' ' LIKE '% ' || other.provider || ' %')
    OR EXISTS (SELECT 1 FROM passkeys AS other WHERE other.user_id = $2 AND other.id <> $1 AND $4 = 1))`;

/** Removes a passkey or an identity. `methods`: no row if nothing else logs in. Behind a lock on the user. */
export function removeWayIn(
  table: 'passkeys' | 'identities',
  userId: number,
  id: string,
  methods?: LoginMethods,
): RequiredStatement {
  const remove = (condition: string) => `DELETE FROM ${table} WHERE id = $1 AND user_id = $2 ${condition} RETURNING id`;
  // The owner of the address can always get a code.
  if (!methods || methods.emailLogin) return required(remove(''), [id, userId]);
  return required(remove(HAS_ANOTHER), [id, userId, methods.providers.join(' '), Number(methods.passkeys)]);
}
