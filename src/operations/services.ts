import type { Passwords } from '../accounts/password-hashing.ts';
import type { PasswordRule } from '../accounts/password-rule.ts';
import type { Throttle } from '../accounts/throttle.ts';
import type { Database } from '../store/database.ts';
import type { SignedTokens } from '../tokens/signed-tokens.ts';

/** What operations work with. Each takes the few it needs. */
export interface Services {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly brokenPasswordRule: PasswordRule;
  readonly tokens: SignedTokens;
  readonly throttle: Throttle;
  readonly refreshTokenTtlMs: number;
  /** Where the interface lets an account be told from a stranger, or an old token outlive its password, this does not. */
  readonly hardened: boolean;
  /** Tells the mail worker that an e-mail was committed. */
  readonly wakeMail: () => void;
  /** Whether the owner is told of a new password. */
  readonly notifyPasswordChange: boolean;
}
