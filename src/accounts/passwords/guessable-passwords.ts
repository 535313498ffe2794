import { readFileSync } from 'node:fs';
import { Refusal } from '../refusal.ts';
import type { IsBreached } from './breached-passwords.ts';
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
  let isCommon: ReturnType<typeof readCommonPasswords> | undefined;
  return async (password) => {
    isCommon ??= readCommonPasswords();
    if (isCommon(normalizePassword(password).trim())) return 'too_common';
    return (await isBreached?.(password)) ? 'breached' : undefined;
  };
}

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

/** Digits and signs that a variant of a common password may add. More of them make it hard enough to guess. */
const MAX_DECORATION = 6;

const LETTER_FOR: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '8': 'b',
};

/** common-passwords.txt has passwords separated by white space; `#` begins a comment line. */
function readCommonPasswords(): (password: string) => boolean {
  const list = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8');
  const common = new Set(list.replaceAll(/^#.*/gm, '').match(/\S+/g));
  return (password) => {
    const spelling = password.toLowerCase();
    const half = spelling.slice(0, spelling.length / 2);
    return variants(spelling).some((one) => common.has(one)) || (spelling === half + half && common.has(half));
  };
}

/** The spellings to look up, without leet speak and affixes, so that `P@ssw0rd123!` is found as `password`. */
function variants(spelling: string): string[] {
  const stems = [spelling.replace(/[^\p{L}]+$/u, ''), spelling.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')];
  return [spelling, ...stems.filter((stem) => spelling.length - stem.length <= MAX_DECORATION)].flatMap((stem) => [
    stem,
    inLetters(stem, 'i'),
    inLetters(stem, 'l'),
  ]);
}

const inLetters = (text: string, one: string): string =>
  text.replace(/[@43105$78!]/g, (sign) => LETTER_FOR[sign] ?? one);
