import { Refusal } from '../refusal.ts';

/** The rule for passwords. Browsers run it too, so this file imports nothing of Node. */
export const MIN_PASSWORD_CODE_POINTS = 8;
/** Far above any passphrase, far below what slows hashing down. A longer password is refused, never truncated. */
export const MAX_PASSWORD_CODE_POINTS = 256;

/** Unicode NFC: é may be typed as one code point or as two, depending on the device, and must be the same password. */
export const normalizePassword = (password: string): string => password.normalize('NFC');

const countCodePoints = (text: string): number => [...text].length;

/** The conditions of the interface, each with its result. */
export function checkPassword(password: string) {
  const text = normalizePassword(password);
  return {
    length: countCodePoints(text) >= MIN_PASSWORD_CODE_POINTS,
    uppercase: /\p{Lu}/u.test(text),
    digit: /\p{Nd}/u.test(text),
  };
}

/** The interface words the rule differently. */
const WEAK = {
  registration: 'at least 8 characters long and contain at least one uppercase and one digit',
  replacement: 'at least 8 characters long and contain at least one uppercase letter and one digit',
} as const;
export type PasswordMoment = keyof typeof WEAK;

const TOO_LONG = `at most ${MAX_PASSWORD_CODE_POINTS} characters long`;

/** Why a password is easy to guess: the code for programs, and the end of a "Password must be" message. */
const GUESSABLE = {
  too_common: 'harder to guess: this one is among the first that are tried',
  breached: 'another one: this one is known from a data breach',
} as const;
export type PasswordWarning = keyof typeof GUESSABLE;
export const PASSWORD_WARNINGS = Object.keys(GUESSABLE) as PasswordWarning[];

interface NewPassword {
  readonly password: string;
  /** The name of the field in the request body. */
  readonly field: string;
}

/** Every new password must pass the rule of the interface. */
export function refuseWeakPassword({ password, field }: NewPassword, moment: PasswordMoment): void {
  if (countCodePoints(normalizePassword(password)) > MAX_PASSWORD_CODE_POINTS)
    throw new Refusal('weak_password', { field, reason: 'too_long', rule: TOO_LONG });
  const { length, uppercase, digit } = checkPassword(password);
  if (length && uppercase && digit) return;
  const reason = !length ? 'too_short' : !uppercase ? 'no_uppercase' : 'no_digit';
  throw new Refusal('weak_password', { field, reason, rule: WEAK[moment] });
}

interface Guessability {
  readonly findPasswordWarning: (password: string) => Promise<PasswordWarning | undefined>;
  readonly hardened: boolean;
}

/**
 * A guessable password is refused with PROFILE=hardened or on the client's request, as the hosted pages do; otherwise
 * it yields a warning, because the interface has no such rule.
 */
export async function refuseGuessablePassword(
  { findPasswordWarning, hardened }: Guessability,
  { prefersStrict }: { readonly prefersStrict: boolean },
  { password, field }: NewPassword,
): Promise<PasswordWarning | undefined> {
  const reason = await findPasswordWarning(password);
  if (reason && (hardened || prefersStrict))
    throw new Refusal('weak_password', { field, reason, rule: GUESSABLE[reason] });
  return reason;
}

/** Checks the rule of the interface, then whether the password is easy to guess. */
export function checkNewPassword(
  policy: Guessability,
  client: { readonly prefersStrict: boolean },
  chosen: NewPassword,
  moment: PasswordMoment,
): Promise<PasswordWarning | undefined> {
  refuseWeakPassword(chosen, moment);
  return refuseGuessablePassword(policy, client, chosen);
}
