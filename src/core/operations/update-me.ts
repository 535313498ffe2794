import { ServerErrorTryLater } from '../../api/errors.ts';
import { partialObject, withOwnFields } from '../../api/json-schema.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { UpdatedUser } from '../../api/schemas.ts';
import { done } from '../../http/envelope.ts';
import { changeProfile } from '../profile/change-profile.ts';
import { updatedUser } from '../user-representations.ts';
import { PROFILE_ERRORS, profileMembers, readImageUrl, readProfileChanges } from './profile-changes.ts';

export const updateMe = protectedOperation(
  {
    id: 'updateMe',
    summary: 'Update your profile',
    description: 'Omitted members keep their values, and unknown ones are ignored. A rejected update changes nothing.',
    tag: 'Accounts',
    message: 'Profile updated successfully',
    bearer: 'auth',
    whileActing: true,
    body: withOwnFields('taken', partialObject(profileMembers)),
    bodyIsRequired: true,
    answers: UpdatedUser,
    errors: PROFILE_ERRORS,
    failure: ServerErrorTryLater,
  },
  async (request, services, { user, actor }) => {
    const body = await request.requiredBody();
    const changes = { ...readProfileChanges(services, body, user, 'user'), ...readImageUrl(body) };
    const updated = await changeProfile(services.db, user, changes, actor);

    return done(updatedUser(updated, services.fields));
  },
);
