import { endOneSession } from '../../../accounts/sign-in/end-sessions.ts';
import { done } from '../../../http/envelope.ts';
import { AdministratorProtected, SessionNotFound } from '../../errors.ts';
import { EmptyObject } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { userToChange } from '../users/target-user.ts';

export const adminEndUserSession = adminOperation(
  {
    id: 'adminEndUserSession',
    summary: "End a user's session",
    description: 'Its access tokens work until they expire.',
    tag: 'Administration: sessions',
    message: 'Session ended',
    answers: EmptyObject,
    errors: [AdministratorProtected, SessionNotFound],
  },
  async (context) => {
    const { services, admin, request } = context;
    const { id } = await userToChange(context);
    await endOneSession(services.db, id, request.params.session ?? '', admin.recentLogin, admin.actor);
    return done({});
  },
);
