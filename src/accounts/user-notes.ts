import { type Actor, recordBy } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import * as userNotes from '../store/user-notes.ts';
import * as users from '../store/users.ts';
import { Refusal } from './refusal.ts';

/** At most so many characters: a note, not a file. */
export const MAX_NOTE_LENGTH = 2000;

const representation = ({ id, text, author, authorEmail, createdAtMs }: userNotes.UserNote) => ({
  id,
  text,
  author,
  author_email: authorEmail,
  created_at: new Date(createdAtMs).toISOString(),
});

/** What administrators have noted about an account, the newest first. */
export const listNotes = async (db: Database, userId: number) => (await userNotes.list(db, userId)).map(representation);

/** `authorEmail`: of an administrator with an account. Undefined when the account of the note is gone. */
export async function addNote(
  db: Database,
  userId: number,
  text: string,
  actor: Actor,
  authorEmail: string | null,
): Promise<ReturnType<typeof representation> | undefined> {
  const statements = userNotes.add(userId, actor.name, text);
  const written = await db.batch([...statements, recordBy(actor, 'note_added', userId)]);
  const note = written?.[statements.length - 1]?.[0] as unknown as Omit<userNotes.UserNote, 'authorEmail'> | undefined;
  if (!note && !(await users.byId(db, userId))) return undefined;
  if (!note) throw new Refusal('too_many_notes', {}, `at most ${userNotes.MOST_NOTES} for an account`);
  return representation({ ...note, authorEmail });
}

/** False when the account has no such note. */
export const removeNote = async (db: Database, userId: number, id: number, actor: Actor): Promise<boolean> =>
  (await db.batch([userNotes.remove(userId, id), recordBy(actor, 'note_removed', userId)])) !== undefined;
