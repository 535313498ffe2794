import { refuseLongField } from '../api/body-members.ts';
import { AdministratorProtected, EmptyField, FieldTooLong, NoteNotFound, TooManyNotes } from '../api/errors.ts';
import { integer, list, named, nullableString, object, string } from '../api/json-schema.ts';
import { narrowed } from '../api/operation.ts';
import { EmptyObject } from '../api/schemas.ts';
import { ApiError } from '../http/api-error.ts';
import { done } from '../http/envelope.ts';
import { MAX_NOTES } from '../store/tables/user-notes.ts';
import { adminOperation } from './admin-operation.ts';
import { targetUser, userToChange } from './target-user.ts';
import { addNote, listNotes, MAX_NOTE_LENGTH, removeNote } from './user-notes.ts';

/** The text of a note, of one or more lines. */
const noteText = string({ minLength: 1, maxLength: MAX_NOTE_LENGTH, examples: ['Called about an invoice.'] });

export const UserNote = named(
  'UserNote',
  object({
    id: integer(),
    text: noteText,
    author: string({ description: '`user:<id>` or `key:<id>`, as the actor of an audit event.' }),
    author_email: nullableString({ description: 'The e-mail address of the author, if there is an account.' }),
    created_at: string({ format: 'date-time' }),
  }),
);

export const adminListNotes = adminOperation(
  {
    id: 'adminListNotes',
    summary: 'List notes about an account',
    description: `Notes that administrators wrote for each other, newest first; at most ${MAX_NOTES}.`,
    tag: 'Administration: users',
    message: 'Notes retrieved successfully',
    answers: named('UserNotes', object({ notes: list(UserNote) })),
  },
  async (context) => {
    const user = await targetUser(context);
    return done({ notes: await listNotes(context.services.db, user.id) });
  },
);

export const adminAddNote = adminOperation(
  {
    id: 'adminAddNote',
    summary: 'Add a note to an account',
    description: 'For other administrators. The owner gets it with the export of the account.',
    tag: 'Administration: users',
    message: 'Note added',
    body: object({ text: noteText }),
    status: 201,
    answers: UserNote,
    errors: [
      AdministratorProtected,
      narrowed(EmptyField, { field: 'text' }),
      narrowed(FieldTooLong, { field: 'text' }),
      TooManyNotes,
    ],
  },
  async (context) => {
    const { services, admin } = context;
    const user = await userToChange(context);
    const text = (await context.body()).lines('text');
    if (text === '') throw new ApiError(EmptyField, { field: 'text' });
    refuseLongField('text', text, MAX_NOTE_LENGTH);
    const note = await addNote(services.db, user.id, text, admin.actor, admin.user?.email ?? null);
    return done(note);
  },
);

export const adminRemoveNote = adminOperation(
  {
    id: 'adminRemoveNote',
    summary: 'Remove a note',
    description: "Administrators can remove each other's notes.",
    tag: 'Administration: users',
    message: 'Note removed',
    answers: EmptyObject,
    errors: [AdministratorProtected, NoteNotFound],
  },
  async (context) => {
    const { services, admin, request } = context;
    const user = await userToChange(context);
    const id = /^[1-9]\d{0,14}$/.test(request.params.note ?? '') ? Number(request.params.note) : 0;
    await removeNote(services.db, user.id, id, admin.actor);
    return done({});
  },
);
