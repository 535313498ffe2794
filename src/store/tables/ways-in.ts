import { type ListStatement, list } from '../engine/database.ts';
import { IS_ALIVE } from './sessions.ts';

export const WAYS_IN = ['session', 'passkey', 'authenticator_app', 'recovery_codes', 'identity', 'api_key'] as const;

/** Something that lets somebody into an account, or acts for it, besides the password and the mailbox. */
export interface StoredWayIn {
  readonly kind: (typeof WAYS_IN)[number];
  /** Not to be handed out. */
  readonly id: string | null;
  /** The name that its owner gave it; of a session the user agent. */
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
/** A row for each StoredWayIn of an account. All of them are removed by `accounts/profile/revert-ways-in.ts`. */
export const waysIn = (userId: number): ListStatement<StoredWayIn> => list(LIST, [userId]);
