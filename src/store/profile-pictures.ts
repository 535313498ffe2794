import { randomBytes } from 'node:crypto';
import type { Requester } from '../network/requester.ts';
import { KEPT, recordCounted } from './audit-bounds.ts';
import { type Database, required, type Statement, statement } from './database.ts';
import { USER_COLUMNS } from './users.ts';

/** Where pictures are served: a profile has this and the name. The trigger `users_replace_picture` knows it too. */
export const PICTURES_PATH = '/api/pictures/';

export interface StoredPicture {
  readonly contentType: string;
  /** In base64: columns are texts and numbers. */
  readonly image: string;
}

/** 128 random bits: whoever was not given it does not find it. */
export const newPictureName = (): string => randomBytes(16).toString('base64url');
const NAME = /^[\w-]{22}$/;

const BY_NAME = 'SELECT content_type AS "contentType", image FROM profile_pictures WHERE name = $1';
export const byName = async (db: Database, name: string): Promise<StoredPicture | undefined> =>
  NAME.test(name) ? db.one<StoredPicture>(BY_NAME, [name]) : undefined;

/** The picture, or the link to one, of a profile; null for none. The trigger removes a picture that it replaces. */
const SHOW = `UPDATE users SET profile_image_url = $2, updated_at = now()
  WHERE id = $1 RETURNING ${USER_COLUMNS}`;
export const show = (userId: number, url: string | null): Statement => required(SHOW, [userId, url]);

const ADD = `INSERT INTO profile_pictures (user_id, name, content_type, image, created_at)
  VALUES ($1, $2, $3, $4, now())`;
/** Goes behind the statement that shows it, which locks the account and removes the picture before. */
export const add = (userId: number, name: string, { contentType, image }: StoredPicture): Statement =>
  statement(ADD, [userId, name, contentType, image]);

/** The owner, or with a name an actor. */
export interface ChangedBy {
  readonly name?: string;
  readonly requester: Requester;
}

const CHANGED = 'FROM users WHERE id = $1 AND profile_image_url IS DISTINCT FROM $4';
const SUBJECT = "'profile:profile_image_url'";
const RECORD_OWN = recordCounted(
  'change',
  `SELECT 'profile_updated' AS event, id AS user_id, CAST($2 AS text) AS address, CAST($3 AS text) AS user_agent,
    CAST(NULL AS text) AS actor, ${SUBJECT} AS subject, 1 AS count ${CHANGED}`,
  '$5',
);
const RECORD_BY = `INSERT INTO audit_events (happened_at, event, user_id, address, user_agent, actor, subject)
  SELECT now(), 'profile_updated', id, $2, $3, $5, ${SUBJECT} ${CHANGED}`;
/** Goes before the change. Nothing is recorded when the profile has this picture already. */
export const record = (userId: number, url: string | null, { name, requester }: ChangedBy): Statement => {
  const known = [userId, requester.address, requester.userAgent, url];
  return name === undefined
    ? statement(RECORD_OWN, [...known, KEPT.change.withinMs])
    : statement(RECORD_BY, [...known, name]);
};
