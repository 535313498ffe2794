import type { EventSubject } from '../audit/record.ts';
import { type RequiredStatement, required } from '../engine/database.ts';
import { searchKeys } from './search-keys.ts';
import type { User } from './user.ts';
import { PHONE_NUMBER, USER_COLUMNS } from './users.ts';

export interface ProfileChanges {
  readonly fullName?: string;
  /** Undefined keeps the value, null removes it. The same applies to the next two. */
  readonly industry?: string | null;
  readonly phoneNumber?: string | null;
  readonly profileImageUrl?: string | null;
  readonly language?: string;
  /** The values of FIELDS_FILE, as JSON. */
  readonly fields?: { readonly before: string | null; readonly after: string | null };
  /** Whether other accounts may have the phone number too. */
  readonly isPhoneShared?: boolean;
}

/** A number entered while numbers were shared stays shared until it is changed. */
const KEEPS_PHONE = "($5 = 'keep' OR ($5 = 'unique' AND shared_phone_number = $6))";
const UPDATE = `UPDATE users SET full_name = COALESCE($2, full_name),
  industry = CASE WHEN $3 = 'keep' THEN industry ELSE $4 END,
  phone_number = CASE WHEN ${KEEPS_PHONE} THEN phone_number WHEN $5 = 'unique' THEN $6 END,
  shared_phone_number = CASE WHEN ${KEEPS_PHONE} THEN shared_phone_number WHEN $5 = 'shared' THEN $6 END,
  profile_image_url = CASE WHEN $7 = 'keep' THEN profile_image_url ELSE $8 END,
  language = COALESCE($9, language),
  name_key = COALESCE($10, name_key), surname_key = COALESCE($11, surname_key), phone_key = COALESCE($12, phone_key),
  fields = CASE WHEN $13 = 'keep' THEN fields ELSE $14 END, updated_at = now()
  WHERE id = $1 AND ($13 = 'keep' OR fields IS NOT DISTINCT FROM $15) RETURNING ${USER_COLUMNS}`;

const FIELDS = `SELECT id, CASE WHEN full_name <> $2 THEN ',full_name' ELSE '' END ||
    CASE WHEN $3 <> 'keep' AND industry IS DISTINCT FROM $4 THEN ',industry' ELSE '' END ||
    CASE WHEN $5 <> 'keep' AND ${PHONE_NUMBER} IS DISTINCT FROM $6 THEN ',phone_number' ELSE '' END ||
    CASE WHEN $7 <> 'keep' AND profile_image_url IS DISTINCT FROM $8 THEN ',profile_image_url' ELSE '' END ||
    CASE WHEN language <> $9 THEN ',language' ELSE '' END ||
    CASE WHEN $10 <> 'keep' AND users.fields IS DISTINCT FROM $11 THEN ',fields' ELSE '' END AS fields
  FROM users WHERE id = $1`;
const CHANGED = `SELECT id AS user_id, 'profile:' || SUBSTR(fields, 2) AS subject, CAST(NULL AS text) AS subject_name,
  1 AS count FROM (${FIELDS}) AS changed WHERE fields <> ''`;
/** The subject of an event before the change: the changed fields. No event if there are none. */
export const changed = (id: number, changes: ProfileChanges): EventSubject => ({
  sql: CHANGED,
  params: [id, ...valuesOf(changes), ...orKeep(changes.fields?.after)],
});

/** Returns no row if FIELDS_FILE's values have changed since. Throws UniqueViolation if the phone number is taken. */
export const update = (id: number, changes: ProfileChanges): RequiredStatement<User> => {
  const { fullName, phoneNumber } = changes;
  const keys = searchKeys({ fullName: fullName ?? '', phoneNumber: phoneNumber ?? '' });
  return required(UPDATE, [
    id,
    ...valuesOf(changes),
    ...(fullName === undefined ? [null, null] : [keys.name, keys.surname]),
    phoneNumber === undefined ? null : keys.phone,
    ...orKeep(changes.fields?.after),
    changes.fields?.before ?? null,
  ]);
};

const valuesOf = ({ fullName, industry, phoneNumber, isPhoneShared, profileImageUrl, language }: ProfileChanges) => [
  fullName ?? null,
  ...orKeep(industry),
  ...orKeep(phoneNumber, isPhoneShared ? 'shared' : 'unique'),
  ...orKeep(profileImageUrl),
  language ?? null,
];

const orKeep = (value: string | null | undefined, how = 'set'): readonly [string, string | null] =>
  value === undefined ? ['keep', null] : [how, value];
