import type { Requester } from '../network/requester.ts';
import { KEPT, recordCounted } from './audit-bounds.ts';
import { type Database, required, type Statement, statement } from './database.ts';
import { searchKeys } from './search-keys.ts';
import type { User } from './user.ts';
import { USER_COLUMNS } from './users.ts';

export interface ProfileChanges {
  readonly industry?: string;
  readonly fullName?: string;
  readonly phoneNumber?: string;
  /** Null removes the picture; undefined keeps it. */
  readonly profileImageUrl?: string | null;
  readonly language?: string;
}

const UPDATE = `UPDATE users SET industry = COALESCE($2, industry), full_name = COALESCE($3, full_name),
  phone_number = COALESCE($4, phone_number),
  profile_image_url = CASE WHEN $5 = 'keep' THEN profile_image_url ELSE $6 END,
  name_key = COALESCE($7, name_key), surname_key = COALESCE($8, surname_key), phone_key = COALESCE($9, phone_key),
  language = COALESCE($10, language), updated_at = now()
  WHERE id = $1 RETURNING ${USER_COLUMNS}`;

const CHANGED = `SELECT id, CASE WHEN full_name <> $4 THEN ',full_name' ELSE '' END || CASE WHEN industry <> $5
  THEN ',industry' ELSE '' END ||
    CASE WHEN phone_number <> $6 THEN ',phone_number' ELSE '' END ||
    CASE WHEN $7 = 'set' AND profile_image_url IS DISTINCT FROM $8 THEN ',profile_image_url' ELSE '' END ||
    CASE WHEN language <> $9 THEN ',language' ELSE '' END AS fields
  FROM users WHERE id = $1`;
const RECORD = recordCounted(
  'change',
  `SELECT 'profile_updated' AS event, id AS user_id, CAST($2 AS text) AS address, CAST($3 AS text) AS user_agent,
    CAST(NULL AS text) AS actor, 'profile:' || SUBSTR(fields, 2) AS subject, 1 AS count
  FROM (${CHANGED}) AS changed WHERE fields <> ''`,
  '$10',
);
/** What somebody else does to an account is never only counted. */
const RECORD_BY = `INSERT INTO audit_events (happened_at, event, user_id, address, user_agent, actor, subject)
  SELECT now(), 'profile_updated', id, $2, $3, $10, 'profile:' || SUBSTR(fields, 2)
  FROM (${CHANGED}) AS changed WHERE fields <> ''`;

/** Somebody other than the owner who changes a profile. */
export interface ProfileEditor {
  /** As the actor of an audit event. */
  readonly name: string;
  /** Go before the change, in its batch. */
  readonly conditions?: readonly Statement[];
}

/**
 * Changes the profile and records which fields that changes, unless none. Undefined when the account is gone. Throws
 * UniqueViolation when another account has the phone number. `editor`: undefined for the owner.
 */
export async function update(
  db: Database,
  id: number,
  changes: ProfileChanges,
  { address, userAgent }: Requester,
  editor?: ProfileEditor,
): Promise<User | undefined> {
  const { industry = null, fullName = null, phoneNumber = null, profileImageUrl, language = null } = changes;
  const picture = profileImageUrl === undefined ? ['keep', null] : ['set', profileImageUrl];
  const keys = searchKeys({ fullName: fullName ?? '', phoneNumber: phoneNumber ?? '' });
  const compared = [id, address, userAgent, fullName, industry, phoneNumber, ...picture, language];
  const results = await db.batch([
    ...(editor?.conditions ?? []),
    editor === undefined
      ? statement(RECORD, [...compared, KEPT.change.withinMs])
      : statement(RECORD_BY, [...compared, editor.name]),
    required(UPDATE, [
      ...[id, industry, fullName, phoneNumber, ...picture],
      ...(fullName === null ? [null, null] : [keys.name, keys.surname]),
      phoneNumber === null ? null : keys.phone,
      language,
    ]),
  ]);
  return results?.at(-1)?.[0] as unknown as User | undefined;
}
