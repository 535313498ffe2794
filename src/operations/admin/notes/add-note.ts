import { addNote, MAX_NOTE_LENGTH } from '../../../accounts/administration/user-notes.ts';
import { ApiError } from '../../../http/api-error.ts';
import { done } from '../../../http/envelope.ts';
import { refuseLongField } from '../../body-members.ts';
import { AdministratorProtected, EmptyField, FieldTooLong, TooManyNotes } from '../../errors.ts';
import { object } from '../../json-schema.ts';
import { narrowed } from '../../operation.ts';
import { adminOperation } from '../admin-operation.ts';
import { userToChange } from '../users/target-user.ts';
import { noteText, UserNote } from './schema.ts';

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
