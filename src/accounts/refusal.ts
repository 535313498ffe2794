import { StacklessError } from '../lib/stackless-error.ts';
import type { RequiredStatement } from '../store/engine/database.ts';
import type { AccountStatus, User } from '../store/tables/user.ts';

/** The error codes of `accounts/`. An operation declares the error for each code that it may meet. */
export const REFUSALS = [
  'account_not_active',
  'account_required',
  'admin_link_of_another',
  'api_key_not_found',
  'app_not_found',
  'client_not_found',
  'client_without_secret',
  'conflict',
  'email_already_changed',
  'email_domain_refused',
  'email_taken',
  'identity_not_found',
  'identity_taken',
  'invalid_admin_link',
  'invalid_code',
  'invalid_email',
  'invalid_field',
  'invalid_identity',
  'invalid_login_code',
  'invalid_passkey',
  'invalid_refresh_token',
  'invalid_token',
  'invitation_not_found',
  'last_administrator',
  'last_way_in',
  'link_required',
  'missing_field',
  'no_second_factor',
  'note_not_found',
  'overloaded',
  'passkey_not_found',
  'passkey_refused',
  'passkey_taken',
  'phone_number_taken',
  'provider_linked',
  'provider_not_found',
  'provider_unavailable',
  'registration_closed',
  'second_factor_required',
  'session_not_found',
  'terms_not_accepted',
  'too_many_api_keys',
  'too_many_attempts',
  'too_many_clients',
  'too_many_emails',
  'too_many_notes',
  'unknown_passkey',
  'weak_password',
] as const;

type RefusalCode = (typeof REFUSALS)[number];

/** The kind of guesses that exceeded a limit. */
export const GUESS_LIMITS = ['wrong_passwords', 'wrong_codes'] as const;

/** Why a provider's confirmation was not accepted, as far as the client may know. */
export const IDENTITY_REASONS = ['cancelled', 'expired', 'used', 'old_login'] as const;

/** Why a provider is of no use: only the operator can correct it. */
export const MISCONFIGURED = 'misconfigured';

type FieldFault = 'forbidden_characters' | 'not_allowed' | 'too_long' | 'not_a_url';

/** Why a password is refused. */
export const PASSWORD_REASONS = [
  'too_short',
  'no_uppercase',
  'no_digit',
  'too_long',
  'too_common',
  'breached',
] as const;

/** The details that a client receives besides the code. */
export interface RefusalDetails {
  readonly status?: AccountStatus;
  /** The accepted second factors. */
  readonly factors?: readonly ('totp' | 'recovery_code' | 'passkey')[];
  readonly reason?:
    | (typeof GUESS_LIMITS)[number]
    | (typeof IDENTITY_REASONS)[number]
    | typeof MISCONFIGURED
    | FieldFault
    | (typeof PASSWORD_REASONS)[number];
  /** The invalid field, and the limit or rule that it violates. */
  readonly field?: string;
  readonly limit?: number;
  readonly rule?: string;
  readonly retryAfterSeconds?: number;
  /** The wrong passwords allowed within the window. */
  readonly guessLimit?: { readonly failures: number; readonly windowSeconds: number };
}

/** How a refusal is logged, if it is. */
export interface RefusalLog {
  readonly level?: 'info' | 'warn';
  readonly [member: string]: string | number | undefined;
}

/** Thrown to refuse a request. The message is for logs and the command line. */
export class Refusal extends StacklessError {
  readonly code: RefusalCode;
  readonly details: RefusalDetails;
  readonly log: RefusalLog;
  constructor(code: RefusalCode, details: RefusalDetails = {}, message: string = code, log: RefusalLog = {}) {
    super(message);
    this.code = code;
    this.details = details;
    this.log = log;
  }
}

export const isRefusal = (error: unknown, ...codes: readonly RefusalCode[]): error is Refusal =>
  error instanceof Refusal && codes.includes(error.code);

/** Called only after the password check, so that it reveals nothing to strangers. */
export function refuseUnlessActive({ accountStatus: status }: Pick<User, 'accountStatus'>): void {
  if (status !== 'ACTIVE') throw new Refusal('account_not_active', { status });
}

/**
 * The error for the first condition of a change that uses up proofs: after a conflict, a one-time proof counts as used.
 * Undefined without one, so that the change is decided again.
 */
export const refusalOfSpentProof = ([proof]: readonly RequiredStatement[]): true | Error => proof?.required ?? true;
