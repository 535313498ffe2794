import { removePicture } from '../../../accounts/profile/profile-picture.ts';
import { safeUser } from '../../../accounts/user-representations.ts';
import { done } from '../../../http/envelope.ts';
import { AdministratorProtected } from '../../errors.ts';
import { SafeUser } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { userToChange } from './target-user.ts';

export const adminRemoveUserPicture = adminOperation(
  {
    id: 'adminRemoveUserPicture',
    summary: "Remove a user's profile picture",
    description: 'Deletes an uploaded picture, or removes the link to one.',
    tag: 'Administration: users',
    message: 'Profile picture removed',
    answers: SafeUser,
    example: { profile_image_url: null },
    errors: [AdministratorProtected],
  },
  async (context) => {
    const { services, admin } = context;
    const user = await userToChange(context);
    const changed = await removePicture(services.db, user.id, admin.actor);
    return done(safeUser(changed, context.services.fields));
  },
);
