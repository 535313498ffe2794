import { type RequiredStatement, required } from '../engine/database.ts';
import type { EventSubject } from './events.ts';
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

const FIELDS = `SELECT id, CASE WHEN full_name <> $2 THEN ',full_name' ELSE '' END || 
    CASE WHEN industry IS DISTINCT FROM COALESCE($3, industry) THEN ',industry' ELSE '' END ||
    CASE WHEN phone_number IS DISTINCT FROM COALESCE($4, phone_number) THEN ',phone_number' ELSE '' END ||
    CASE WHEN $5 = 'set' AND profile_image_url IS DISTINCT FROM $6 THEN ',profile_image_url' ELSE '' END ||
    CASE WHEN language <> $7 THEN ',language' ELSE '' END AS fields
  FROM users WHERE id = $1`;
const CHANGED = `SELECT id AS user_id, 'profile:' || SUBSTR(fields, 2) AS subject, CAST(NULL AS text) AS subject_name,
  1 AS count FROM (${FIELDS}) AS changed WHERE fields <> ''`;
/** What an event before the change is about: the fields that it changes, nothing if there are none. */
export const changed = (id: number, changes: ProfileChanges): EventSubject => {
  const { industry = null, fullName = null, phoneNumber = null, language = null } = changes;
  return { sql: CHANGED, params: [id, fullName, industry, phoneNumber, ...pictureOf(changes), language] };
};

/** Throws UniqueViolation when another account has the phone number. */
export const update = (id: number, changes: ProfileChanges): RequiredStatement<User> => {
  const { industry = null, fullName = null, phoneNumber = null, language = null } = changes;
  const keys = searchKeys({ fullName: fullName ?? '', phoneNumber: phoneNumber ?? '' });
  return required(UPDATE, [
    ...[id, industry, fullName, phoneNumber, ...pictureOf(changes)],
    ...(fullName === null ? [null, null] : [keys.name, keys.surname]),
    phoneNumber === null ? null : keys.phone,
    language,
  ]);
};

const pictureOf = ({ profileImageUrl }: ProfileChanges): readonly [string, string | null] =>
  profileImageUrl === undefined ? ['keep', null] : ['set', profileImageUrl];
