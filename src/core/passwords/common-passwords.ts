import { readFileSync } from 'node:fs';
import type { IsBreached } from './breached-passwords.ts';
import { normalizePassword, type PasswordWarning } from './password-policy.ts';

/** Takes a password that passes the rule. */
export type FindWarning = (password: string) => Promise<PasswordWarning | undefined>;

export function createFindWarning(isBreached: IsBreached | undefined): FindWarning {
  let isCommon: ReturnType<typeof readCommonPasswords> | undefined;
  return async (password) => {
    isCommon ??= readCommonPasswords();
    if (isCommon(normalizePassword(password).trim())) return 'too_common';
    return (await isBreached?.(password)) ? 'breached' : undefined;
  };
}

/** How many digits and signs a variant of a common password may add. More make it hard enough to guess. */
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
    return variants(spelling).some((variant) => common.has(variant)) || (spelling === half + half && common.has(half));
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
