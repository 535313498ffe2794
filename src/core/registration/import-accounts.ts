import { hash } from '@node-rs/argon2';
import type { AccountFields } from '../../config/field-presence.ts';
import type { ForeignIdentity } from '../../imports/users/foreign-identities.ts';
import type { Actor } from '../../store/audit/record.ts';
import { bulk, type EventToRecord } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import { Conflict, type Reads, type Statement, UniqueViolation } from '../../store/engine/database.ts';
import { alreadyThere, fillIn } from '../../store/tables/imported-accounts.ts';
import type { NewUser } from '../../store/tables/users.ts';
import { RECOMMENDED_COST } from '../passwords/password-hashing.ts';
import { newAccount } from './create-account.ts';
import { missingIn } from './fill-in-imported.ts';
import type { CheckedAccount } from './imported-account.ts';

/**
 * The result for an account: imported; present and filled in, still `lacking` something, or complete; or refused for a
 * reason.
 */
export type ImportOutcome = 'imported' | 'filled' | 'lacking' | 'there' | { readonly refused: string };

/** Logins with other providers, which an optional feature keeps. */
export interface ImportedLogins {
  /** Finds those that accounts have already. */
  readonly areTaken: (db: Reads, logins: readonly ForeignIdentity[]) => Promise<(login: ForeignIdentity) => boolean>;
  /** Links a login to the account with this address. */
  readonly link: (email: string, login: ForeignIdentity) => Statement;
}

interface ImportMode {
  readonly isDryRun: boolean;
  /** Fills in what an earlier import left out of existing accounts. */
  readonly isUpdate: boolean;
  readonly fields: AccountFields;
  readonly logins?: ImportedLogins | undefined;
}

const PHONE_TAKEN = { refused: 'another account has this phone number' };
const LOGIN_TAKEN = { refused: 'another account has one of their logins with other providers' };
const CHANGED_MEANWHILE = { refused: 'it conflicts with an account that is being changed: import it again' };
const RESERVED = { refused: 'an account had this address until a few days ago, and may go back to it' };

interface Planned {
  readonly outcome: ImportOutcome;
  /** The statements; none if nothing changes. */
  readonly write?: () => Promise<(Statement | EventToRecord)[]>;
}

async function plan(
  db: Reads,
  accounts: readonly CheckedAccount[],
  { fields, logins }: Pick<ImportMode, 'fields' | 'logins'>,
): Promise<Planned[]> {
  const identities = accounts.flatMap((account) => account.identities);
  const [{ existing, reserved, phones }, isLoginTaken] = await Promise.all([
    alreadyThere(db, accounts),
    logins?.areTaken(db, identities),
  ]);
  return accounts.map((account) => {
    const { email, isPhoneShared } = account;
    const isTaken = (phone: string | null) => phone !== null && !isPhoneShared && phones.has(phone);
    const there = existing.get(email);
    if (there) {
      const filled = missingIn(there, account, fields, isTaken);
      if (!filled) return { outcome: 'there' };
      const write = async () => fillIn(there, { ...filled, passwordHash: await passwordHashOf(filled) }, isPhoneShared);
      return { outcome: 'lacking', write };
    }
    if (reserved.has(email)) return { outcome: RESERVED };
    if (isTaken(account.phoneNumber)) return { outcome: PHONE_TAKEN };
    if (isLoginTaken && account.identities.some(isLoginTaken)) return { outcome: LOGIN_TAKEN };
    const write = async () => [
      ...inserted({ ...account, passwordHash: await passwordHashOf(account) }),
      ...account.identities.flatMap((identity) => logins?.link(email, identity) ?? []),
    ];
    return { outcome: 'imported', write };
  });
}

/** Sends no e-mail and begins no session. */
function inserted(account: NewUser): (Statement | EventToRecord)[] {
  const { steps, events } = newAccount('import', account);
  return [steps.user, ...events];
}

const passwordHashOf = async ({ password }: Pick<CheckedAccount, 'password'>): Promise<string | null> =>
  typeof password === 'string' || password === null ? password : password.wrap((text) => hash(text, RECOMMENDED_COST));

/**
 * Imports up to ASKED_AT_ONCE accounts in one transaction. Skips existing accounts, so an interrupted import can be
 * repeated. No two of the accounts may share an address or a phone number.
 */
export async function importAccounts(
  db: Store,
  accounts: readonly CheckedAccount[],
  actor: Actor,
  mode: ImportMode,
): Promise<readonly ImportOutcome[]> {
  const together = await importTogether(db, accounts, actor, mode);
  if (together) return together;
  const outcomes: ImportOutcome[] = [];
  for (const account of accounts) outcomes.push(await importOne(db, account, actor, mode));
  return outcomes;
}

/** Writes nothing and returns undefined if an account that they update or conflict with has changed since. */
async function importTogether(
  db: Store,
  accounts: readonly CheckedAccount[],
  actor: Actor,
  mode: ImportMode,
): Promise<readonly ImportOutcome[] | undefined> {
  const planned = (await plan(db, accounts, mode)).map((one) =>
    mode.isUpdate && one.outcome === 'lacking' ? { ...one, outcome: 'filled' as const } : one,
  );
  const writes = planned.flatMap(({ outcome, write }) => (write && outcome !== 'lacking' ? write : []));
  const outcomes = planned.map(({ outcome }) => outcome);
  if (mode.isDryRun || writes.length === 0) return outcomes;
  return (await written(db, actor, await Promise.all(writes.map((write) => write())))) ? outcomes : undefined;
}

const MAX_ATTEMPTS = 3;

/** Each attempt looks up again what the account conflicts with. */
async function importOne(db: Store, account: CheckedAccount, actor: Actor, mode: ImportMode): Promise<ImportOutcome> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const [outcome] = (await importTogether(db, [account], actor, mode)) ?? [];
    if (outcome !== undefined) return outcome;
  }
  return CHANGED_MEANWHILE;
}

/** False if one of them could not be written: then none was. */
async function written(db: Store, actor: Actor, accounts: readonly (Statement | EventToRecord)[][]): Promise<boolean> {
  try {
    await db.commit(actor, bulk({ accounts: accounts.flat() }));
    return true;
  } catch (error) {
    if (error instanceof UniqueViolation || error instanceof Conflict) return false;
    throw error;
  }
}
