import type { IsCommonPassword } from './common-passwords.ts';
import { checkPassword } from './password-checks.ts';

/** Far above any passphrase, far below what makes hashing slow. A longer password is refused, never truncated. */
export const MAX_PASSWORD_CODE_POINTS = 256;

const WEAK_AT_REGISTRATION = 'at least 8 characters long and contain at least one uppercase and one digit';
const WEAK = 'at least 8 characters long and contain at least one uppercase letter and one digit';
const COMMON = 'harder to guess: this one is among the first that are tried';
const TOO_LONG = `at most ${MAX_PASSWORD_CODE_POINTS} characters long`;

/** Unicode NFC: é may be typed as one code point or as two, depending on the device, and must be the same password. */
export const normalizePassword = (password: string): string => password.normalize('NFC');

/** The violated rule, as a continuation of "Password must be"; undefined when the password is accepted. */
export type PasswordRule = (password: string, moment: 'registration' | 'replacement') => string | undefined;

/** Common passwords are refused only with PROFILE=hardened: the interface does not know this rule. */
export const createPasswordRule =
  (isCommon: IsCommonPassword = () => false): PasswordRule =>
  (password, moment) => {
    const normalized = normalizePassword(password);
    if (countCodePoints(normalized) > MAX_PASSWORD_CODE_POINTS) return TOO_LONG;
    const { length, uppercase, digit } = checkPassword(normalized);
    if (!length || !uppercase || !digit) return moment === 'registration' ? WEAK_AT_REGISTRATION : WEAK;
    return isCommon(normalized.trim()) ? COMMON : undefined;
  };

const countCodePoints = (text: string): number => [...text].length;
