import { type EventToRecord, event } from '../change.ts';
import { type Query, query, type Reads, required, type Statement } from '../engine/database.ts';
import { searchKeys } from './search-keys.ts';
import type { AccountStatus } from './user.ts';
import { PASSWORD_HASH, PHONE_NUMBER } from './users.ts';

/** Values per query. A fixed number, so that the statement is prepared once. */
export const ASKED_AT_ONCE = 500;
/** Parameters for them. */
export const ASKED = Array.from({ length: ASKED_AT_ONCE }, (_, at) => `$${at + 1}`).join(', ');
const EXISTING = query<ExistingAccount>`SELECT id, email, full_name AS "fullName", ${PHONE_NUMBER} AS "phoneNumber",
    industry, ${PASSWORD_HASH} AS "passwordHash", profile_image_url AS "profileImageUrl",
    account_status AS "accountStatus", fields, updated_at AS "updatedAtMs",
    (SELECT MIN(happened_at) FROM audit_events
      WHERE user_id = users.id AND event = 'imported' AND repeat_of IS NULL
        AND NOT EXISTS (SELECT 1 FROM audit_events AS changed WHERE changed.user_id = users.id
          AND changed.event = 'email_changed' AND changed.repeat_of IS NULL)) AS "importedAtMs"
  FROM users WHERE email IN (${ASKED})`;
const RESERVED = query<Found>`SELECT old_email AS found FROM email_changes
  WHERE confirmed_at IS NOT NULL AND old_email IN (${ASKED})`;
const PHONES = query<Found>`SELECT phone_number AS found FROM users WHERE phone_number IN (${ASKED})`;

export const asked = (values: readonly (string | null)[]) =>
  Array.from({ length: ASKED_AT_ONCE }, (_, at) => values[at] ?? null);

type Found = { readonly found: string };
const find = async (db: Reads, sql: Query<Found>, values: readonly (string | null)[]): Promise<Set<string>> =>
  new Set((await db.all(sql, asked(values))).map(({ found }) => found));

/** The columns that an import may fill in. */
export interface FillableColumns {
  readonly fullName: string;
  readonly phoneNumber: string | null;
  readonly industry: string | null;
  /** The values of FIELDS_FILE, as JSON. */
  readonly fields: string | null;
  readonly passwordHash: string | null;
  readonly profileImageUrl: string | null;
  readonly accountStatus: AccountStatus;
}

export interface ExistingAccount extends FillableColumns {
  readonly id: number;
  readonly email: string;
  readonly updatedAtMs: number;
  /** Null if no import created the account, or if its address has changed since. */
  readonly importedAtMs: number | null;
}

const FILL_IN = `UPDATE users SET full_name = $2, industry = $4,
    phone_number = CASE WHEN $17 = 'unique' THEN $3 ELSE phone_number END,
    shared_phone_number = CASE WHEN $17 = 'shared' THEN $3 ELSE shared_phone_number END,
    password_hash = $5, profile_image_url = $6, account_status = $7,
    name_key = $8, surname_key = $9, phone_key = $10,
    fields = $18
  WHERE id = $1 AND full_name = $11 AND ${PHONE_NUMBER} IS NOT DISTINCT FROM $12
    AND industry IS NOT DISTINCT FROM $13 AND ${PASSWORD_HASH} IS NOT DISTINCT FROM $14
    AND COALESCE(profile_image_url, '') = $15 AND account_status = $16
    AND fields IS NOT DISTINCT FROM $19 RETURNING id`;
/** Returns no row if one of these columns has changed since it was read. Keeps the time of the owner's last change. */
export function fillIn(
  before: ExistingAccount,
  after: FillableColumns,
  isPhoneShared: boolean,
): (Statement | EventToRecord)[] {
  const { name, surname, phone } = searchKeys(after);
  return [
    required(FILL_IN, [
      before.id,
      after.fullName,
      after.phoneNumber,
      after.industry,
      after.passwordHash,
      after.profileImageUrl,
      after.accountStatus,
      name,
      surname,
      phone,
      before.fullName,
      before.phoneNumber,
      before.industry,
      before.passwordHash,
      before.profileImageUrl ?? '',
      before.accountStatus,
      before.phoneNumber === after.phoneNumber ? 'keep' : isPhoneShared ? 'shared' : 'unique',
      after.fields,
      before.fields,
    ]),
    event('imported', before.id),
  ];
}

interface Wanted {
  readonly email: string;
  readonly phoneNumber: string | null;
}

/** Finds the values that accounts have already, or may revert to. Takes at most ASKED_AT_ONCE accounts. */
export async function alreadyThere(db: Reads, accounts: readonly Wanted[]) {
  const emails = accounts.map(({ email }) => email);
  const [existing, reserved, phones] = await Promise.all([
    db.all(EXISTING, asked(emails)),
    find(db, RESERVED, emails),
    find(
      db,
      PHONES,
      accounts.map(({ phoneNumber }) => phoneNumber),
    ),
  ]);
  return { existing: new Map(existing.map((account) => [account.email, account])), reserved, phones };
}

interface ExportedRow extends Record<string, string | number | null> {
  readonly id: number;
}

const PAGE = query<ExportedRow>`SELECT id, full_name, email, COALESCE(${PHONE_NUMBER}, '') AS phone_number,
    COALESCE(industry, '') AS industry, role,
    profile_image_url, account_status, status_before_suspension,
    COALESCE(password_hash, '{none}') AS password_hash, language, created_at, updated_at,
    invited_at, deletion_due_at, unconfirmed_email, fields
  FROM users WHERE id > $1 ORDER BY id LIMIT $2`;
/** The accounts after this id, as exported. */
export const exportPage = (db: Reads, afterId: number, limit: number): Promise<ExportedRow[]> =>
  db.all(PAGE, [afterId, limit]);
