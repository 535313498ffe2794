import { userDetails } from '../../../accounts/user-details.ts';
import { ApiError } from '../../../http/api-error.ts';
import { done } from '../../../http/envelope.ts';
import * as users from '../../../store/users.ts';
import {
  applyProfileChanges,
  PROFILE_ERRORS,
  profileMembers,
  readProfileChanges,
} from '../../account/profile-changes.ts';
import { AdministratorProtected, InvalidMember } from '../../errors.ts';
import { partialObject, text } from '../../json-schema.ts';
import { narrowed } from '../../operation.ts';
import { adminOperation } from '../admin-operation.ts';
import { readEnumMember } from '../read-body.ts';
import { UserDetails } from './schema.ts';
import { userToChange } from './target-user.ts';

export const adminUpdateUser = adminOperation(
  {
    id: 'adminUpdateUser',
    summary: 'Change the profile of an account',
    description: 'Members that are left out stay as they are. A refused update changes nothing at all.',
    tag: 'Administration: users',
    message: 'Profile updated successfully',
    body: partialObject({
      ...profileMembers,
      language: text('The language of its e-mails: one that the service offers.'),
    }),
    bodyIsRequired: true,
    answers: UserDetails,
    errors: [AdministratorProtected, ...PROFILE_ERRORS, narrowed(InvalidMember, { field: 'language' })],
  },
  async (context) => {
    const { request, services, admin } = context;
    const user = await userToChange(context);
    const body = await context.body();
    const changes = {
      ...readProfileChanges(body),
      ...(body.has('language') && { language: readEnumMember(body, 'language', services.system.languages) }),
    };
    // The account may become an administrator after it was read.
    const condition = admin.user
      ? undefined
      : { ...users.requirePlainUser(user.id), required: new ApiError(AdministratorProtected) };
    const editor = { name: admin.actor.name, condition };
    const updated = await applyProfileChanges(services.db, user, changes, request.requester, editor);
    return done(await userDetails(services.db, updated));
  },
);
