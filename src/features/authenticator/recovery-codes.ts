import { createHash, randomInt } from 'node:crypto';
import type { FactorOwner } from '../../core/factors/second-factors.ts';
import { Refusal } from '../../core/refusal.ts';
import { typedCode } from '../../lib/typed-code.ts';
import { byOwner } from '../../store/audit/record.ts';
import { change, event } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import { orThrow } from '../../store/engine/database.ts';
import * as users from '../../store/tables/users.ts';
import * as storedCodes from './recovery-code-table.ts';

const CODES = 10;
/** Crockford's base32: no letter that looks like a digit, and no U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 24 characters of 5 bits are 120 bits, which nobody guesses, so a plain hash is enough (ASVS 6.5.2). */
const LENGTH = 24;
const GROUP = 4;
const SHAPE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** Codes to write down, in groups: `4F7K-…`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () => {
    const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    return (characters.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-');
  });

/** The stored form of a code; undefined for other text. Ignores case, spaces and dashes; reads O as 0, I as 1. */
export function recoveryCodeHash(text: string): string | undefined {
  const code = typedCode(text).toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return SHAPE.test(code) ? createHash('sha256').update(code).digest('base64url') : undefined;
}

export const storedHashes = (codes: readonly string[]): string[] => codes.map((code) => recoveryCodeHash(code) ?? '');

const NO_FACTOR = new Refusal('no_second_factor');

/** Replaces all recovery codes. */
export async function replaceRecoveryCodes(
  { db }: { readonly db: Store },
  { user, recentLogin, requester }: FactorOwner,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  await db.commit(
    byOwner(requester),
    change(event('recovery_codes_made', user.id), {
      user: orThrow(users.requireSecondFactor(user.id), NO_FACTOR),
      codes: storedCodes.replace(user.id, recentLogin.sessionId, storedHashes(codes)),
    }),
  );
  return codes;
}
