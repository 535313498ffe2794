import { changeProfile } from '../../../accounts/profile/change-profile.ts';
import { ApiError } from '../../../http/api-error.ts';
import { done } from '../../../http/envelope.ts';
import type { Body } from '../../../http/json-body.ts';
import { must } from '../../../store/engine/database.ts';
import * as users from '../../../store/tables/users.ts';
import { PROFILE_ERRORS, profileMembers, readImageUrl, readProfileChanges } from '../../account/profile-changes.ts';
import { AccountChanged, AdministratorProtected, InvalidMember } from '../../errors.ts';
import { partialObject, string, text, withOwnFields } from '../../json-schema.ts';
import { narrowed } from '../../operation.ts';
import { adminOperation } from '../admin-operation.ts';
import { isTime } from '../query-parameters.ts';
import { readEnumMember } from '../read-body.ts';
import { UserDetails } from './schema.ts';
import { detailsOf, userToChange } from './target-user.ts';

export const adminUpdateUser = adminOperation(
  {
    id: 'adminUpdateUser',
    summary: "Update a user's profile",
    description: 'Omitted members keep their values. A rejected update changes nothing.',
    tag: 'Administration: users',
    message: 'Profile updated successfully',
    body: withOwnFields(
      'taken',
      partialObject({
        ...profileMembers,
        language: text('The language of its e-mails, one of those offered.'),
        unchanged_since: string({
          format: 'date-time',
          description: 'The `updated_at` that you read: the update is refused if the account was changed since.',
        }),
      }),
    ),
    bodyIsRequired: true,
    answers: UserDetails,
    errors: [
      ...[AdministratorProtected, AccountChanged, ...PROFILE_ERRORS],
      narrowed(InvalidMember, { field: '(language|unchanged_since)' }),
    ],
  },
  async (context) => {
    const { services, admin } = context;
    const user = await userToChange(context);
    const body = await context.body();
    const changes = {
      ...readProfileChanges(services, body, user, 'administrators'),
      ...readImageUrl(body),
      ...(body.has('language') && { language: readEnumMember(body, 'language', services.system.languages) }),
    };
    const unchangedSinceMs = readTime(body, 'unchanged_since');
    const unchanged =
      unchangedSinceMs === undefined
        ? undefined
        : must(users.requireUnchanged(user.id, unchangedSinceMs), new ApiError(AccountChanged));
    const updated = await changeProfile(services.db, user, changes, admin.actor, unchanged);
    return done(await detailsOf(context, updated));
  },
);

function readTime(body: Body, field: string): number | undefined {
  if (!body.has(field)) return undefined;
  const value = body.text(field);
  if (!isTime(value)) throw new ApiError(InvalidMember, { field, rule: 'a time like 2026-01-31T09:00:00Z' });
  return Date.parse(value);
}
