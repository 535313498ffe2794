import { Refusal } from '../core/refusal.ts';
import type { Actor } from '../store/audit/record.ts';
import { change, event } from '../store/change.ts';
import type { Store } from '../store/commit.ts';
import { orThrow, type Reads } from '../store/engine/database.ts';
import { lockUser } from '../store/tables/sessions-of-user.ts';
import * as userNotes from '../store/tables/user-notes.ts';

export const MAX_NOTE_LENGTH = 2000;

const representation = ({ id, text, author, authorEmail, createdAtMs }: userNotes.UserNote) => ({
  id,
  text,
  author,
  author_email: authorEmail,
  created_at: new Date(createdAtMs).toISOString(),
});

/** The administrators' notes about an account, newest first. */
export const listNotes = async (db: Reads, userId: number) => (await userNotes.list(db, userId)).map(representation);

/** `authorEmail`: the address of an administrator with an account. */
export async function addNote(
  db: Store,
  userId: number,
  text: string,
  actor: Actor & { readonly name: string },
  authorEmail: string | null,
): Promise<ReturnType<typeof representation>> {
  const { note } = await db.commit(
    actor,
    change(event('note_added', userId), {
      user: orThrow(lockUser(userId)),
      note: orThrow(userNotes.add(userId, actor.name, text), TOO_MANY),
    }),
  );
  return representation({ ...note, authorEmail });
}

const TOO_MANY = new Refusal('too_many_notes', {}, `at most ${userNotes.MAX_NOTES} for an account`);

/** Refuses if the account has no such note. */
export const removeNote = (db: Store, userId: number, id: number, actor: Actor) =>
  db.commit(
    actor,
    change(event('note_removed', userId), {
      note: orThrow(userNotes.remove(userId, id), new Refusal('note_not_found')),
    }),
  );
