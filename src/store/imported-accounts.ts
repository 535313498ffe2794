import { type Actor, recordByEmailBy } from './audit.ts';
import { type Database, type Statement, statement } from './database.ts';
import { searchKeys } from './search-keys.ts';
import type { AccountStatus, Role } from './user.ts';
import { type NewUser, PHONE_NUMBER } from './users.ts';

/** An account as it is brought over from another system. */
export interface ImportedAccount extends Omit<NewUser, 'isInvited' | 'isConfirmed'> {
  /** Unique in any case; see PHONE_NUMBER of users.ts for one that is missing. */
  readonly phoneNumber: string;
  readonly role: Role;
  readonly profileImageUrl: string | null;
  readonly accountStatus: AccountStatus;
  readonly statusBeforeSuspension: AccountStatus | null;
  /** Null: now. */
  readonly createdAtMs: number | null;
  readonly updatedAtMs: number | null;
  readonly invitedAtMs: number | null;
  readonly deletionDueAtMs: number | null;
}

const INSERT = `INSERT INTO users
    (full_name, email, phone_number, industry, password_hash, language, name_key, surname_key, phone_key, role,
      profile_image_url, account_status, status_before_suspension, created_at, updated_at, invited_at, deletion_due_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, COALESCE(at($14), now()),
    COALESCE(at($15), at($14), now()), at($16), at($17))`;

/** Creates an account, and records who did. Neither an e-mail nor a session comes of it. */
export function insertImported(account: ImportedAccount, actor: Actor): Statement[] {
  const { fullName, email, phoneNumber, industry, passwordHash, language, role } = account;
  const { name, surname, phone } = searchKeys({
    fullName,
    phoneNumber: phoneNumber.startsWith(' ') ? '' : phoneNumber,
  });
  return [
    statement(INSERT, [
      ...[fullName, email, phoneNumber, industry, passwordHash, language, name, surname, phone, role],
      ...[account.profileImageUrl, account.accountStatus, account.statusBeforeSuspension],
      ...[account.createdAtMs, account.updatedAtMs, account.invitedAtMs, account.deletionDueAtMs],
    ]),
    recordByEmailBy(actor, 'imported', email),
  ];
}

/** Values per query. One text for all, so that it is prepared once. */
export const ASKED_AT_ONCE = 500;
const ASKED = Array.from({ length: ASKED_AT_ONCE }, (_, at) => `$${at + 1}`).join(', ');
const EMAILS = `SELECT email AS found FROM users WHERE email IN (${ASKED})`;
const RESERVED = `SELECT old_email AS found FROM email_changes
  WHERE confirmed_at IS NOT NULL AND old_email IN (${ASKED})`;
const PHONES = `SELECT phone_number AS found FROM users WHERE phone_number IN (${ASKED})`;

async function find(db: Database, sql: string, values: readonly string[]): Promise<Set<string>> {
  const params = Array.from({ length: ASKED_AT_ONCE }, (_, at) => values[at] ?? null);
  return new Set((await db.all<{ found: string }>(sql, params)).map(({ found }) => found));
}

/** Which of these an account has already, or may revert to. At most ASKED_AT_ONCE. */
export async function alreadyThere(db: Database, accounts: readonly { email: string; phoneNumber: string }[]) {
  const emails = accounts.map(({ email }) => email);
  const [has, reserved, phones] = await Promise.all([
    find(db, EMAILS, emails),
    find(db, RESERVED, emails),
    find(
      db,
      PHONES,
      accounts.map(({ phoneNumber }) => phoneNumber),
    ),
  ]);
  return { emails: has, reserved, phones };
}

interface ExportedRow extends Record<string, string | number | null> {
  readonly id: number;
}

const PAGE = `SELECT id, full_name, email, ${PHONE_NUMBER} AS phone_number, industry, role,
    profile_image_url, account_status, status_before_suspension, password_hash, language, created_at, updated_at,
    invited_at, deletion_due_at
  FROM users WHERE id > $1 ORDER BY id LIMIT $2`;
/** The accounts after this id, as they are exported. */
export const exportPage = (db: Database, afterId: number, limit: number): Promise<ExportedRow[]> =>
  db.all(PAGE, [afterId, limit]);
