import type { AccountFields } from '../config/field-presence.ts';
import { isoTimeOrNull } from '../lib/iso-time.ts';
import { readFactorNames } from '../store/tables/factors.ts';
import type { SessionOwner, User } from '../store/tables/user.ts';
import type { ListedUser } from '../store/tables/user-list.ts';
import { shownFields } from './profile/custom-fields.ts';

/** The account without its credentials, as returned by GET /api/me, register and refresh. */
export const safeUser = (user: SessionOwner, fields: AccountFields) => ({
  id: user.id,
  full_name: user.fullName,
  email: user.email,
  phone_number: user.phoneNumber ?? '',
  industry: user.industry ?? '',
  role: user.role,
  profile_image_url: user.profileImageUrl,
  account_status: user.accountStatus,
  // Dates go to the serializer, which writes one in 0.3 µs; toISOString takes 0.8 µs.
  created_at: new Date(user.createdAtMs),
  updated_at: new Date(user.updatedAtMs),
  ...shownFields(user, fields),
});

const profileOf = (user: User, fields: AccountFields) => ({
  id: user.id,
  full_name: user.fullName,
  email: user.email,
  industry: user.industry ?? '',
  phone_number: user.phoneNumber ?? '',
  role: user.role,
  ...shownFields(user, fields),
});

export const loginUser = (user: User, fields: AccountFields) => ({
  ...profileOf(user, fields),
  account_status: user.accountStatus,
});

export const updatedUser = (user: User, fields: AccountFields) => ({
  ...profileOf(user, fields),
  profile_image_url: user.profileImageUrl,
});

export const listedUser = (user: ListedUser) => ({
  id: user.id,
  full_name: user.fullName,
  email: user.email,
  phone_number: user.phoneNumber ?? '',
  account_status: user.accountStatus,
  role: user.role,
  factors: readFactorNames(user.factors),
  created_at: new Date(user.createdAtMs).toISOString(),
  last_seen_at: isoTimeOrNull(user.lastSeenAtMs),
  deletion_due_at: isoTimeOrNull(user.deletionDueAtMs),
});
