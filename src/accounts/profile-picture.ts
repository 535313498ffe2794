import type { Database, Statement } from '../store/database.ts';
import { requireNoAdmin } from '../store/last-admin.ts';
import * as pictures from '../store/profile-pictures.ts';
import type { User } from '../store/user.ts';
import type { AdminRule } from './last-admin.ts';
import type { ParsedPicture } from './pictures/parsed-picture.ts';

type Rule = Pick<AdminRule, 'sparesAdmins'>;

/** Keeps a picture for the profile, in place of what it showed before. Undefined when the account is gone. */
export async function setPicture(
  db: Database,
  userId: number,
  { contentType, bytes }: ParsedPicture,
  by: pictures.ChangedBy,
  rule: Rule = {},
): Promise<User | undefined> {
  const name = pictures.newPictureName();
  const add = pictures.add(userId, name, { contentType, image: bytes.toString('base64') });
  return change(db, userId, `${pictures.PICTURES_PATH}${name}`, by, rule, [add]);
}

/** The profile shows no picture any more, be it uploaded or linked. Undefined when the account is gone. */
export const removePicture = (
  db: Database,
  userId: number,
  by: pictures.ChangedBy,
  rule: Rule = {},
): Promise<User | undefined> => change(db, userId, null, by, rule, []);

async function change(
  db: Database,
  userId: number,
  url: string | null,
  by: pictures.ChangedBy,
  { sparesAdmins = false }: Rule,
  also: readonly Statement[],
): Promise<User | undefined> {
  const guard = sparesAdmins ? [requireNoAdmin(userId)] : [];
  const results = await db.batch([...guard, pictures.record(userId, url, by), pictures.show(userId, url), ...also]);
  return results?.[guard.length + 1]?.[0] as unknown as User | undefined;
}
