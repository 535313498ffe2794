import { setPicture as keepPicture } from '../../accounts/profile/profile-picture.ts';
import { updatedUser } from '../../accounts/user-representations.ts';
import { done } from '../../http/envelope.ts';
import { owner } from '../../store/tables/events.ts';
import { authenticate, refuseSuspended, requireSession } from '../authenticate.ts';
import { AccountSuspended, ServerErrorTryLater } from '../errors.ts';
import { operation } from '../operation.ts';
import { PICTURE_ERRORS, pictureBody, readPictureMember } from '../picture-member.ts';
import { UpdatedUser } from '../schemas.ts';

export const setPicture = operation(
  {
    id: 'setPicture',
    summary: 'Upload a profile picture',
    description:
      'In place of the picture, or the link to one, that the profile has. `profile_image_url` is then the address ' +
      'of the picture, relative to that of the service; everybody who knows it can see the picture.',
    tag: 'Accounts',
    message: 'Profile picture saved',
    bearer: 'auth',
    body: pictureBody,
    answers: UpdatedUser,
    example: { profile_image_url: '/api/pictures/q1fF0v0mXbN1c2hKQ0l3Tw' },
    errors: [AccountSuspended, ...PICTURE_ERRORS],
    failure: ServerErrorTryLater,
  },
  async (request, services) => {
    const { user, claims } = await authenticate(request, services, 'auth');
    refuseSuspended(user);
    await requireSession(claims, services);
    const picture = readPictureMember(await request.body());
    const updated = await keepPicture(services.db, user.id, picture, owner(request.requester));
    return done(updatedUser(updated));
  },
);
