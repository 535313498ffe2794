import { hash } from '@node-rs/argon2';
import type { Actor } from '../store/audit.ts';
import { type Database, UniqueViolation } from '../store/database.ts';
import { alreadyThere, insertImported } from '../store/imported-accounts.ts';
import type { CheckedAccount } from './imported-account.ts';
import { RECOMMENDED_COST } from './password-hashing.ts';

/** What became of an account: it was imported, was there before, or was refused for a reason. */
export type ImportOutcome = 'imported' | 'there' | { readonly refused: string };

const PHONE_TAKEN = { refused: 'another account has this phone number' };
const RESERVED = { refused: 'an account had this address until a few days ago, and may go back to it' };

/** Why an account is not written; undefined when it is. */
async function objectionsTo(db: Database, accounts: readonly CheckedAccount[]): Promise<(ImportOutcome | undefined)[]> {
  const { emails, reserved, phones } = await alreadyThere(db, accounts);
  return accounts.map(({ email, phoneNumber }) => {
    if (emails.has(email)) return 'there';
    if (reserved.has(email)) return RESERVED;
    return phones.has(phoneNumber) ? PHONE_TAKEN : undefined;
  });
}

const passwordHashOf = async ({ password }: CheckedAccount): Promise<string> =>
  typeof password === 'string' ? password : password.wrap((text) => hash(text, RECOMMENDED_COST));

/**
 * Imports up to ASKED_AT_ONCE accounts in one transaction, those alone that are not there yet: what was interrupted can
 * be done again. No two of them have the same address or phone number.
 */
export async function importAccounts(
  db: Database,
  accounts: readonly CheckedAccount[],
  actor: Actor,
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<ImportOutcome[]> {
  const objections = await objectionsTo(db, accounts);
  const wanted = accounts.filter((_, at) => objections[at] === undefined);
  if (!isDryRun && wanted.length > 0) {
    const hashes = await Promise.all(wanted.map(passwordHashOf));
    const inserts = wanted.map((account, at) => insertImported({ ...account, passwordHash: hashes[at] ?? '' }, actor));
    try {
      await db.batch(inserts.flat());
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error;
      // Somebody has registered in this moment: one by one, which finds out who.
      if (accounts.length === 1) return [(await objectionsTo(db, accounts))[0] ?? PHONE_TAKEN];
      const outcomes: ImportOutcome[] = [];
      for (const account of accounts) outcomes.push(...(await importAccounts(db, [account], actor, { isDryRun })));
      return outcomes;
    }
  }
  return objections.map((objection) => objection ?? 'imported');
}
