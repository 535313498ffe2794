import { removeNote } from '../../../accounts/administration/user-notes.ts';
import { done } from '../../../http/envelope.ts';
import { AdministratorProtected, NoteNotFound } from '../../errors.ts';
import { EmptyObject } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { userToChange } from '../users/target-user.ts';

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
