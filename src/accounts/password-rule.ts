import type { IsCommonPassword } from './common-passwords.ts';
import { checkPassword } from './password-checks.ts';

/** Far above any passphrase, far below what would make hashing expensive. Longer ones are refused, never cut. */
export const MAX_PASSWORD_CODE_POINTS = 256;

const WEAK_AT_REGISTRATION = 'at least 8 characters long and contain at least one uppercase and one digit';
const WEAK = 'at least 8 characters long and contain at least one uppercase letter and one digit';
const COMMON = 'harder to guess: this one is among the first that are tried';
const TOO_LONG = `at most ${MAX_PASSWORD_CODE_POINTS} characters long`;

/** One spelling for what looks the same: é typed on a phone and é typed on a desktop must be one password. */
export const normalizePassword = (password: string): string => password.normalize('NFC');

/** What the password must be and is not, to stand behind "Password must be"; undefined when the rule is met. */
export type PasswordRule = (password: string, moment: 'registration' | 'replacement') => string | undefined;

/** The interface knows no common passwords; the hardened profile does. */
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
