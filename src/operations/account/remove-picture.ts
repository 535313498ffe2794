import { removePicture as remove } from '../../accounts/profile/profile-picture.ts';
import { updatedUser } from '../../accounts/user-representations.ts';
import { done } from '../../http/envelope.ts';
import { owner } from '../../store/tables/events.ts';
import { authenticate, refuseSuspended, requireSession } from '../authenticate.ts';
import { AccountSuspended, ServerErrorTryLater } from '../errors.ts';
import { operation } from '../operation.ts';
import { UpdatedUser } from '../schemas.ts';

export const removePicture = operation(
  {
    id: 'removePicture',
    summary: 'Remove the profile picture',
    description: 'Whether it was uploaded or is a link. An uploaded one is deleted.',
    tag: 'Accounts',
    message: 'Profile picture removed',
    bearer: 'auth',
    answers: UpdatedUser,
    example: { profile_image_url: null },
    errors: [AccountSuspended],
    failure: ServerErrorTryLater,
  },
  async (request, services) => {
    const { user, claims } = await authenticate(request, services, 'auth');
    refuseSuspended(user);
    await requireSession(claims, services);
    const updated = await remove(services.db, user.id, owner(request.requester));
    return done(updatedUser(updated));
  },
);
