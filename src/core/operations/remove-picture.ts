import { ServerErrorTryLater } from '../../api/errors.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { UpdatedUser } from '../../api/schemas.ts';
import { done } from '../../http/envelope.ts';
import { removePicture as remove } from '../profile/profile-picture.ts';
import { updatedUser } from '../user-representations.ts';

export const removePicture = protectedOperation(
  {
    id: 'removePicture',
    summary: 'Remove your profile picture',
    description: 'Deletes an uploaded picture, or removes the link to one.',
    tag: 'Accounts',
    message: 'Profile picture removed',
    bearer: 'auth',
    needsSession: true,
    answers: UpdatedUser,
    example: { profile_image_url: null },
    failure: ServerErrorTryLater,
  },
  async (_request, services, { user, actor }) => {
    const updated = await remove(services.db, user.id, actor);
    return done(updatedUser(updated, services.fields));
  },
);
