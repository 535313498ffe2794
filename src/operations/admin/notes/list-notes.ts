import { listNotes } from '../../../accounts/administration/user-notes.ts';
import { done } from '../../../http/envelope.ts';
import { MAX_NOTES } from '../../../store/tables/user-notes.ts';
import { list, named, object } from '../../json-schema.ts';
import { adminOperation } from '../admin-operation.ts';
import { targetUser } from '../users/target-user.ts';
import { UserNote } from './schema.ts';

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
