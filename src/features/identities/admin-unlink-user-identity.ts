import { adminOperation } from '../../administration/admin-operation.ts';
import { userToChange } from '../../administration/target-user.ts';
import { AdministratorProtected } from '../../api/errors.ts';
import { EmptyObject } from '../../api/schemas.ts';
import { done } from '../../http/envelope.ts';
import { IdentityNotFound } from './errors.ts';
import { unlinkIdentity } from './own-identities.ts';

export const adminUnlinkUserIdentity = adminOperation(
  {
    id: 'adminUnlinkUserIdentity',
    summary: "Unlink a user's login with a provider",
    description:
      'Removes even the last way in: the owner can then choose a password. Ends all sessions and notifies the owner.',
    tag: 'Administration: users',
    message: 'Login unlinked',
    answers: EmptyObject,
    errors: [AdministratorProtected, IdentityNotFound],
  },
  async (context) => {
    const { services, admin, request } = context;
    const user = await userToChange(context);
    const { recentLogin, actor } = admin;
    await unlinkIdentity(services, { user, recentLogin, actor, allowLastWayIn: true }, request.params.identity ?? '');
    return done({});
  },
);
