import type { Passwords } from '../accounts/password-hashing.ts';
import type { PasswordRule } from '../accounts/password-rule.ts';
import type { Language } from '../config/languages.ts';
import type { Origin } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import type { SignedTokens } from '../tokens/signed-tokens.ts';
import type { Body } from './body.ts';
import type { Throttle } from './throttle.ts';

/** What an operation may know of the request; nothing is read from it before the operation asks. */
export interface ApiRequest {
  readonly authorization: string | undefined;
  /** Who asks, as far as can be known. */
  readonly origin: Origin;
  /** What Accept-Language asks for, if it is one of ours. */
  readonly language: Language | undefined;
  /** The client has hung up: whatever is done for it from now on, it will not hear of. */
  readonly isGone: boolean;
  /** A missing body counts as an object without members. */
  body(): Promise<Body>;
  /** A missing body is refused like a malformed one. */
  requiredBody(): Promise<Body>;
}

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
