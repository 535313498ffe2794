import { randomBytes } from 'node:crypto';
import type { EventSubject } from '../audit/record.ts';
import { query, type Reads, type RequiredStatement, required, type Statement, statement } from '../engine/database.ts';
import type { User } from './user.ts';
import { USER_COLUMNS } from './users.ts';

/** The path of pictures; a profile stores it with the name. The trigger `users_replace_picture` repeats it. */
export const PICTURES_PATH = '/api/pictures/';

interface StoredPicture {
  readonly contentType: string;
  /** In base64, because columns hold text or numbers. */
  readonly image: string;
}

/** 128 random bits, which nobody can guess. */
export const newPictureName = (): string => randomBytes(16).toString('base64url');
const NAME = /^[\w-]{22}$/;

const BY_NAME = query<StoredPicture>`SELECT content_type AS "contentType", image FROM profile_pictures WHERE name = $1`;
export const byName = async (db: Reads, name: string): Promise<StoredPicture | undefined> =>
  NAME.test(name) ? db.one(BY_NAME, [name]) : undefined;

/** Sets the picture of a profile, or a link to one; null for none. The trigger removes the replaced picture. */
const SHOW = `UPDATE users SET profile_image_url = $2, updated_at = now()
  WHERE id = $1 RETURNING ${USER_COLUMNS}`;
export const show = (userId: number, url: string | null): RequiredStatement<User> => required(SHOW, [userId, url]);

const ADD = `INSERT INTO profile_pictures (user_id, name, content_type, image, created_at)
  VALUES ($1, $2, $3, $4, now())`;
/** Must follow the statement that sets the URL, which locks the account and removes the previous picture. */
export const add = (userId: number, name: string, { contentType, image }: StoredPicture): Statement =>
  statement(ADD, [userId, name, contentType, image]);

const CHANGED = `SELECT id AS user_id, 'profile:profile_image_url' AS subject, CAST(NULL AS text) AS subject_name,
  1 AS count FROM users WHERE id = $1 AND profile_image_url IS DISTINCT FROM $2`;
/** The subject of an event before the change. No event if the profile has this picture already. */
export const changed = (userId: number, url: string | null): EventSubject => ({ sql: CHANGED, params: [userId, url] });
