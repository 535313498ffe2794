import type { SessionOwner, User } from '../store/user.ts';

/** GET /api/me, and the safe representation of register and refresh: everything but the credentials. */
export const safeUser = (user: SessionOwner) => ({
  id: user.id,
  full_name: user.fullName,
  email: user.email,
  phone_number: user.phoneNumber,
  industry: user.industry,
  role: user.role,
  profile_image_url: user.profileImageUrl,
  account_status: user.accountStatus,
  created_at: new Date(user.createdAtMs).toISOString(),
  updated_at: new Date(user.updatedAtMs).toISOString(),
});

export const loginUser = (user: User) => ({
  id: user.id,
  full_name: user.fullName,
  email: user.email,
  industry: user.industry,
  phone_number: user.phoneNumber,
  role: user.role,
  account_status: user.accountStatus,
});

export const updatedUser = (user: User) => ({
  id: user.id,
  full_name: user.fullName,
  email: user.email,
  industry: user.industry,
  phone_number: user.phoneNumber,
  role: user.role,
  profile_image_url: user.profileImageUrl,
});
