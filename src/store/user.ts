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
