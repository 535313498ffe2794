import type { Database, Statement } from '../store/database.ts';
import * as pictures from '../store/profile-pictures.ts';
import type { User } from '../store/user.ts';
import type { ParsedPicture } from './pictures/parsed-picture.ts';

/** Keeps a picture for the profile, in place of what it showed before. Undefined when the account is gone. */
export async function setPicture(
  db: Database,
  userId: number,
  { contentType, bytes }: ParsedPicture,
  by: pictures.ChangedBy,
): Promise<User | undefined> {
  const name = pictures.newPictureName();
  const add = pictures.add(userId, name, { contentType, image: bytes.toString('base64') });
  return change(db, userId, `${pictures.PICTURES_PATH}${name}`, by, [add]);
}

/** The profile shows no picture any more, be it uploaded or linked. Undefined when the account is gone. */
export const removePicture = (db: Database, userId: number, by: pictures.ChangedBy): Promise<User | undefined> =>
  change(db, userId, null, by, []);

async function change(
  db: Database,
  userId: number,
  url: string | null,
  by: pictures.ChangedBy,
  also: readonly Statement[],
): Promise<User | undefined> {
  const results = await db.batch([pictures.record(userId, url, by), pictures.show(userId, url), ...also]);
  return results?.[1]?.[0] as unknown as User | undefined;
}
