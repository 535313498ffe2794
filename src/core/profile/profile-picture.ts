import type { Actor } from '../../store/audit/record.ts';
import { change, event } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import type { Statement } from '../../store/engine/database.ts';
import * as pictures from '../../store/tables/profile-pictures.ts';
import type { User } from '../../store/tables/user.ts';
import { PICTURE_TYPE } from './pictures/picture.ts';

/** Stores a picture and shows it in the profile instead of the previous one. */
export function setPicture(db: Store, userId: number, bytes: Buffer, actor: Actor): Promise<User> {
  const name = pictures.newPictureName();
  const added = pictures.add(userId, name, { contentType: PICTURE_TYPE, image: bytes.toString('base64') });
  return showPicture(db, userId, `${pictures.PICTURES_PATH}${name}`, actor, added);
}

/** Removes the picture from the profile, whether uploaded or linked. */
export const removePicture = (db: Store, userId: number, actor: Actor): Promise<User> =>
  showPicture(db, userId, null, actor);

async function showPicture(
  db: Store,
  userId: number,
  url: string | null,
  actor: Actor,
  added?: Statement,
): Promise<User> {
  const shown = event('profile_updated', pictures.changed(userId, url), { isFirst: true });
  const { user } = await db.commit(actor, change(shown, { user: pictures.show(userId, url), added }));
  return user;
}
