import { ServerErrorTryLater } from '../../api/errors.ts';
import { PICTURE_ERRORS, pictureBody, readPictureMember } from '../../api/picture-member.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { UpdatedUser } from '../../api/schemas.ts';
import { done } from '../../http/envelope.ts';
import { setPicture as keepPicture } from '../profile/profile-picture.ts';
import { updatedUser } from '../user-representations.ts';

export const setPicture = protectedOperation(
  {
    id: 'setPicture',
    summary: 'Upload your profile picture',
    description:
      'Replaces the picture, or the link to one. `profile_image_url` is then its address, relative to the ' +
      'service; anyone who knows it can see the picture.',
    tag: 'Accounts',
    message: 'Profile picture saved',
    bearer: 'auth',
    needsSession: true,
    body: pictureBody,
    answers: UpdatedUser,
    example: { profile_image_url: '/api/pictures/q1fF0v0mXbN1c2hKQ0l3Tw' },
    errors: PICTURE_ERRORS,
    failure: ServerErrorTryLater,
  },
  async (request, services, { user, actor }) => {
    const picture = readPictureMember(await request.body());
    const updated = await keepPicture(services.db, user.id, picture, actor);
    return done(updatedUser(updated, services.fields));
  },
);
