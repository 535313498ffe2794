import type { Reads } from '../store/engine/database.ts';
import type { User } from '../store/tables/user.ts';

/** The kinds of login providers, each with an icon for its button. */
export const PROVIDER_KINDS = ['google', 'microsoft', 'github', 'apple', 'openid'] as const;

/** A provider that people can log in with. */
export interface LoginProvider {
  readonly id: string;
  /** The name that people see. */
  readonly name: string;
  readonly kind: (typeof PROVIDER_KINDS)[number];
}

/** A login with a provider, as its owner and administrators see it. */
export interface ProviderLogin {
  readonly id: string;
  readonly provider: string;
  readonly name: string;
  /** Whether it can make a login recent. */
  readonly confirms: boolean;
  readonly email: string | null;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/** Logins with other providers. */
export interface ProviderLogins {
  /** In the order of their buttons. */
  readonly providers: readonly LoginProvider[];
  readonly listOf: (db: Reads, user: User) => Promise<readonly ProviderLogin[]>;
}
