import { imageUrlProblem, isBlank, lengthProblem, type ProfileField } from '../accounts/text-rule.ts';
import { updatedUser } from '../accounts/user.ts';
import type { ApiRequest, Services } from '../http/api-request.ts';
import { bearer, refuseSuspended, userNotFound } from '../http/authenticate.ts';
import type { Body } from '../http/body.ts';
import { type Answer, ApiError, success } from '../http/envelope.ts';
import { UniqueViolation } from '../store/database.ts';
import * as users from '../store/users.ts';
import { phoneTaken } from './register.ts';

export async function updateMe(request: ApiRequest, services: Services): Promise<Answer> {
  const { user } = await bearer(request, services, 'auth');
  refuseSuspended(user);

  const changes = readChanges(await request.requiredBody());
  const updated = Object.keys(changes).length === 0 ? user : await apply(services, user.id, changes);
  if (!updated) throw userNotFound();

  return success('Profile updated successfully', updatedUser(updated));
}

/** All is checked before anything is changed; one statement changes it. */
function readChanges(body: Body): users.ProfileChanges {
  return {
    ...(body.has('industry') && { industry: filled(body, 'industry') }),
    ...(body.has('full_name') && { fullName: filled(body, 'full_name') }),
    ...(body.has('phone_number') && { phoneNumber: filled(body, 'phone_number').normalize('NFC') }),
    ...(body.mentions('profile_image_url') && { profileImageUrl: imageUrl(body) }),
  };
}

function filled(body: Body, field: ProfileField): string {
  const value = body.text(field);
  if (isBlank(value)) throw new ApiError('missing_field', `${field} cannot be empty`);
  refuse(lengthProblem(field, value));
  return value;
}

function imageUrl(body: Body): string | null {
  const value = body.text('profile_image_url');
  if (value === '') return null;
  refuse(lengthProblem('profile_image_url', value) ?? imageUrlProblem(value));
  return value;
}

function refuse(problem: string | undefined): void {
  if (problem) throw new ApiError('invalid_field', problem);
}

async function apply({ db }: Services, id: number, changes: users.ProfileChanges) {
  try {
    return await users.updateProfile(db, id, changes);
  } catch (error) {
    throw error instanceof UniqueViolation ? phoneTaken() : error;
  }
}
