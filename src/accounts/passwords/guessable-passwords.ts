import { readFileSync } from 'node:fs';
import { Refusal } from '../refusal.ts';
import type { IsBreached } from './breached-passwords.ts';
import { createCommonPasswords, type IsCommonPassword } from './common-passwords.ts';
import { brokenPasswordRule, normalizePassword, type PasswordMoment } from './password-rule.ts';

/** Why a password is easy to guess: the code for programs, and the end of a "Password must be" message. */
const RULES = {
  too_common: 'harder to guess: this one is among the first that are tried',
  breached: 'another one: this one is known from a data breach',
} as const;

type PasswordWarning = keyof typeof RULES;

export const PASSWORD_WARNINGS = Object.keys(RULES) as PasswordWarning[];

/** Takes a password that passes the basic rule. */
export type FindWarning = (password: string) => Promise<PasswordWarning | undefined>;

export function createFindWarning(isBreached: IsBreached | undefined): FindWarning {
  let isCommon: IsCommonPassword | undefined;
  return async (password) => {
    isCommon ??= readCommonPasswords();
    if (isCommon(normalizePassword(password).trim())) return 'too_common';
    return (await isBreached?.(password)) ? 'breached' : undefined;
  };
}

const readCommonPasswords = () =>
  createCommonPasswords(readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8'));

interface Policy {
  readonly findPasswordWarning: FindWarning;
  readonly hardened: boolean;
}

interface NewPassword {
  readonly password: string;
  /** The name of the field in the request body. */
  readonly field: string;
}

/**
 * Checks every new password. One that breaks the basic rule is refused. A guessable one is refused with
 * PROFILE=hardened or on the client's request, as the hosted pages do; otherwise it yields a warning, because the
 * interface has no such rule.
 */
export async function checkNewPassword(
  { findPasswordWarning, hardened }: Policy,
  { prefersStrict }: { readonly prefersStrict: boolean },
  { password, field }: NewPassword,
  moment: PasswordMoment,
): Promise<PasswordWarning | undefined> {
  const broken = brokenPasswordRule(password, moment);
  if (broken) throw new Refusal('weak_password', { field, ...broken });
  const reason = await findPasswordWarning(password);
  if (reason && (hardened || prefersStrict)) throw new Refusal('weak_password', { field, reason, rule: RULES[reason] });
  return reason;
}
