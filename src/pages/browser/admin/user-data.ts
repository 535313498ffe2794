import type { AccountStatus } from './accounts.ts';

/** An item of GET /api/admin/users. */
export interface ListedUser {
  readonly id: number;
  readonly full_name: string;
  readonly email: string;
  readonly account_status: AccountStatus;
  readonly role: string;
  readonly factors: readonly ('totp' | 'passkey')[];
  readonly created_at: string;
  readonly last_seen_at: string | null;
  readonly deletion_due_at: string | null;
}

/** GET /api/admin/users/:id. */
export interface UserDetails {
  readonly id: number;
  readonly full_name: string;
  readonly email: string;
  readonly phone_number: string;
  readonly industry: string;
  readonly role: 'USER' | 'ADMIN';
  readonly account_status: AccountStatus;
  readonly created_at: string;
  readonly updated_at: string;
  readonly language: string;
  readonly invited: boolean;
  readonly deletion_due_at: string | null;
  readonly suspended_by: string | null;
  readonly suspended_at: string | null;
  readonly email_change: { readonly new_email: string; readonly requested_at: string } | null;
  readonly totp: boolean;
  readonly recovery_codes_left: number;
  readonly passkeys: readonly { readonly id: string; readonly name: string; readonly last_used_at: string | null }[];
  readonly sessions: readonly {
    readonly id: string;
    readonly browser: string | null;
    readonly system: string | null;
    readonly address: string | null;
    readonly created_at: string | null;
    readonly last_used_at: string | null;
  }[];
  readonly emails: readonly {
    readonly id: number;
    readonly kind: string;
    readonly state: 'waiting' | 'sent' | 'superseded' | 'dead' | 'void';
    readonly answer: string | null;
    readonly created_at: string;
  }[];
  readonly events: readonly {
    readonly id: number;
    readonly event: string;
    readonly happened_at: string;
    readonly address: string | null;
    readonly browser: string | null;
    readonly system: string | null;
    readonly actor: string | null;
    readonly subject: string | null;
    readonly subject_name: string | null;
    readonly count: number;
  }[];
}
