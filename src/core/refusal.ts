import type { ErrorDeclaration } from '../declare/error.ts';
import type { FeatureErrorCode, FeatureErrorReason } from '../features/declarations.ts';
import { StacklessError } from '../lib/stackless-error.ts';
import type { RequiredStatement } from '../store/engine/database.ts';
import type { FactorName } from '../store/tables/credential-kinds.ts';
import type { AccountStatus, User } from '../store/tables/user.ts';
import type * as errors from './errors.ts';

type Errors = typeof errors;

/** An operation declares the error for each code that it may meet. */
type RefusalCode = Extract<Errors[keyof Errors], ErrorDeclaration>['code'] | FeatureErrorCode;

type FieldFault = 'forbidden_characters' | 'not_allowed' | 'too_long' | 'not_a_url';

/** The details that a client receives besides the code. */
export interface RefusalDetails {
  readonly status?: AccountStatus;
  /** The accepted second factors. */
  readonly factors?: readonly FactorName[];
  readonly reason?:
    | (typeof errors.GUESS_LIMITS)[number]
    | FeatureErrorReason
    | FieldFault
    | (typeof errors.PASSWORD_REASONS)[number];
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
