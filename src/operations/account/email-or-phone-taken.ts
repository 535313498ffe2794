import { ApiError } from '../../http/api-error.ts';
import type { Reads } from '../../store/engine/database.ts';
import * as users from '../../store/tables/users.ts';
import { Conflict, EmailTaken, PhoneNumberTaken } from '../errors.ts';

export type Identity = { readonly email: string; readonly phoneNumber: string };

/** What of a new account may be taken already. */
export const TAKEN = [EmailTaken, PhoneNumberTaken, Conflict];

export async function refuseTaken(db: Reads, { email, phoneNumber }: Identity): Promise<void> {
  const [isEmailTaken, isPhoneTaken] = await Promise.all([
    users.isEmailTaken(db, email),
    users.isPhoneTaken(db, phoneNumber),
  ]);
  if (isEmailTaken) throw new ApiError(EmailTaken);
  if (!isPhoneTaken) return;
  // Both may have been taken, by one registration, between the two reads.
  throw new ApiError((await users.isEmailTaken(db, email)) ? EmailTaken : PhoneNumberTaken);
}

/** A concurrent registration took the e-mail or phone number: looks again, for the same errors in the same order. */
export async function conflict(db: Reads, identity: Identity): Promise<ApiError> {
  await refuseTaken(db, identity);
  return new ApiError(Conflict);
}
