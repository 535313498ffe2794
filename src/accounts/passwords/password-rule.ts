import { checkPassword } from './password-checks.ts';

/** Far above any passphrase, far below what slows hashing down. A longer password is refused, never truncated. */
export const MAX_PASSWORD_CODE_POINTS = 256;

const WEAK_AT_REGISTRATION = 'at least 8 characters long and contain at least one uppercase and one digit';
const WEAK = 'at least 8 characters long and contain at least one uppercase letter and one digit';
const TOO_LONG = `at most ${MAX_PASSWORD_CODE_POINTS} characters long`;

/** Unicode NFC: é may be typed as one code point or as two, depending on the device, and must be the same password. */
export const normalizePassword = (password: string): string => password.normalize('NFC');

/** The first violated part of the password rule, for programs. */
export const PASSWORD_REASONS = [
  'too_short',
  'no_uppercase',
  'no_digit',
  'too_long',
  'too_common',
  'breached',
] as const;

export interface BrokenPasswordRule {
  /** The end of a "Password must be" message. */
  readonly rule: string;
  readonly reason: (typeof PASSWORD_REASONS)[number];
}

/** The interface words the rule differently. */
export type PasswordMoment = 'registration' | 'replacement';

/** Returns the violated rule, or undefined if the password is accepted. */
export type PasswordRule = (password: string, moment: PasswordMoment) => BrokenPasswordRule | undefined;

/** The basic rule. Operations call `checkNewPassword`. */
export const brokenPasswordRule: PasswordRule = (password, moment) => {
  const normalized = normalizePassword(password);
  if (countCodePoints(normalized) > MAX_PASSWORD_CODE_POINTS) return { rule: TOO_LONG, reason: 'too_long' };
  const { length, uppercase, digit } = checkPassword(normalized);
  if (length && uppercase && digit) return undefined;
  const reason = !length ? 'too_short' : !uppercase ? 'no_uppercase' : 'no_digit';
  return { rule: moment === 'registration' ? WEAK_AT_REGISTRATION : WEAK, reason };
};

const countCodePoints = (text: string): number => [...text].length;
