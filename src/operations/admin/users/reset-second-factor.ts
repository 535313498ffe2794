import { resetSecondFactors } from '../../../accounts/administration/reset-second-factors.ts';
import { safeUser } from '../../../accounts/user-representations.ts';
import { done } from '../../../http/envelope.ts';
import { NoSecondFactor } from '../../errors.ts';
import { SafeUser } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { userToChange } from './target-user.ts';

export const adminResetSecondFactor = adminOperation(
  {
    id: 'adminResetSecondFactor',
    summary: "Remove a user's second factors",
    description:
      "Passkeys included. Ends the user's sessions and notifies the owner by e-mail, unless there was only an " +
      'unconfirmed app.',
    tag: 'Administration: users',
    message: 'Second factors removed',
    answers: SafeUser,
    errors: [NoSecondFactor],
  },
  async (context) => {
    const { services, admin } = context;
    const user = await userToChange(context);
    const changed = await resetSecondFactors(services.db, user, admin.recentLogin, admin.actor);
    return done(safeUser(changed, context.services.fields));
  },
);
