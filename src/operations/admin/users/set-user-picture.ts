import { setPicture } from '../../../accounts/profile/profile-picture.ts';
import { safeUser } from '../../../accounts/user-representations.ts';
import { done } from '../../../http/envelope.ts';
import { AdministratorProtected } from '../../errors.ts';
import { PICTURE_ERRORS, pictureBody, readPictureMember } from '../../picture-member.ts';
import { SafeUser } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { userToChange } from './target-user.ts';

export const adminSetUserPicture = adminOperation(
  {
    id: 'adminSetUserPicture',
    summary: "Upload a user's profile picture",
    description: 'Replaces the picture, or the link to one.',
    tag: 'Administration: users',
    message: 'Profile picture saved',
    body: pictureBody,
    answers: SafeUser,
    example: { profile_image_url: '/api/pictures/q1fF0v0mXbN1c2hKQ0l3Tw' },
    errors: [AdministratorProtected, ...PICTURE_ERRORS],
  },
  async (context) => {
    const { services, admin } = context;
    const user = await userToChange(context);
    const picture = readPictureMember(await context.body());
    const changed = await setPicture(services.db, user.id, picture, admin.actor);
    return done(safeUser(changed, context.services.fields));
  },
);
