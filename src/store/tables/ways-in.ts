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

/** The methods that work now. A passkey or an identity may date from before its feature was disabled. */
interface LoginMethods {
  readonly emailLogin: boolean;
  readonly passkeys: boolean;
  readonly providers: readonly string[];
}

const HAS_ANOTHER = `AND (
    EXISTS (SELECT 1 FROM users WHERE users.id = $2 AND ${PASSWORD_HASH} IS NOT NULL)
    OR EXISTS (SELECT 1 FROM identities AS other WHERE other.user_id = $2 AND other.id <> $1
      AND ' ' || $3 || ' ' LIKE '% ' || other.provider || ' %')
    OR EXISTS (SELECT 1 FROM passkeys AS other WHERE other.user_id = $2 AND other.id <> $1 AND $4 = 1))`;

/** Must follow a lock on the user. With `methods`, returns no row if nothing else lets the user in. */
export function removeWayIn(
  table: 'passkeys' | 'identities',
  userId: number,
  id: string,
  methods?: LoginMethods,
): RequiredStatement {
  const remove = (condition: string) => `DELETE FROM ${table} WHERE id = $1 AND user_id = $2 ${condition} RETURNING id`;
  // A code by e-mail always works.
  if (!methods || methods.emailLogin) return required(remove(''), [id, userId]);
  return required(remove(HAS_ANOTHER), [id, userId, methods.providers.join(' '), Number(methods.passkeys)]);
}
