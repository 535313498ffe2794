export const ROLES = ['USER', 'ADMIN'] as const;
export type Role = (typeof ROLES)[number];

export const ACCOUNT_STATUSES = ['INACTIVE', 'ACTIVE', 'SUSPENDED'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export interface User {
  readonly id: number;
  readonly fullName: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly industry: string;
  readonly role: Role;
  readonly profileImageUrl: string | null;
  readonly accountStatus: AccountStatus;
  readonly passwordHash: string;
  /** Rises with every new password; whatever was bound to an older one is dead. */
  readonly credentialVersion: number;
  /** Stated at registration; e-mails whose request states none are written in it. */
  readonly language: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** GET /api/me, and the safe representation of register and refresh: everything but the credentials. */
export const safeUser = (user: User) => ({
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
