import type { EffectiveSetting } from '../config/effective-settings.ts';
import type { Features } from '../config/features.ts';
import type { AccountFields } from '../config/field-presence.ts';
import type { CodeProver } from '../core/factors/prove-second-factor.ts';
import type { SecondFactorPolicy } from '../core/factors/second-factors.ts';
import type { BreachNotices } from '../core/passwords/breached-notice.ts';
import type { FindWarning } from '../core/passwords/common-passwords.ts';
import type { Passwords } from '../core/passwords/password-hashing.ts';
import type { LoginProvider } from '../core/provider-logins.ts';
import type { RegistrationPolicy } from '../core/registration/registration-policy.ts';
import type { ActiveUsers } from '../core/sign-in/active-users.ts';
import type { DecoyHashes } from '../core/sign-in/decoy-hash.ts';
import type { SessionPolicy } from '../core/sign-in/session-policy.ts';
import type { Throttle } from '../core/sign-in/throttle.ts';
import type { UserApps } from '../core/user-apps.ts';
import type { FeatureServices } from '../features/services.ts';
import type { ApiRequest } from '../http/api-request.ts';
import type { DataKeys } from '../keys/data-keys.ts';
import type { SigningKeyRing } from '../keys/signing-key.ts';
import type { LiveAudit } from '../store/audit/live.ts';
import type { SharedStore, Store } from '../store/commit.ts';
import type { Reads } from '../store/engine/database.ts';
import type { EmailKind } from '../store/queues/outbox.ts';
import type { ActingConditions } from '../store/request-sender.ts';
import { RequestStore } from '../store/request-store.ts';
import type { AccountTotals } from '../store/tables/account-totals.ts';
import type { User } from '../store/tables/user.ts';
import type { Claims, SignedTokens } from '../tokens/signed-tokens.ts';
import type { TypeOf } from './json-schema.ts';
import type { Exports } from './one-export-at-a-time.ts';
import type { ProviderLogin } from './schemas.ts';

/** The dependencies that operations share across requests (dependency injection by hand, see app.ts). */
export interface SharedServices extends FeatureServices {
  readonly db: SharedStore;
  readonly features: Features;
  readonly fields: AccountFields;
  readonly passwords: Passwords;
  readonly decoyHashes: DecoyHashes;
  readonly findPasswordWarning: FindWarning;
  readonly breachNotices: BreachNotices;
  readonly tokens: SignedTokens;
  readonly throttle: Throttle;
  readonly sessionPolicy: SessionPolicy;
  readonly activeUsers: ActiveUsers;
  readonly liveAudit: LiveAudit;
  readonly exports: Exports;
  /** The numbers of accounts and sessions. */
  readonly totals: () => Promise<AccountTotals>;
  readonly dataKeys: DataKeys;
  /** Logins with other providers; undefined if no feature has any. */
  readonly providerLogins?: ProviderLogins;
  /** Checks codes of second factors; undefined if no feature has any. */
  readonly codes?: CodeProver;
  /**
   * The conditions under which the token of an administrator who acts as the user still works; undefined: it does not.
   */
  readonly actingConditions?: (db: Reads, user: User, claims: Claims) => Promise<ActingConditions | undefined>;
  /** Undefined if no program can send administrative requests. */
  readonly apiKeys?: ApiKeys;
  readonly secondFactorPolicy: SecondFactorPolicy;
  /** Apps that users log in to; undefined if no feature has any. */
  readonly apps?: UserApps;
  /** Services that only the administration uses. */
  readonly system: SystemServices;
  readonly registrationPolicy: RegistrationPolicy;
  /** FIRST_ADMIN_EMAIL in canonical form. */
  readonly firstAdminEmail: string | undefined;
  /** The name of the service in authenticator apps. */
  readonly productName: string;
  /** How long a login counts as recent, see core/sign-in/recent-login.ts. */
  readonly recentLoginMs: number;
  readonly nowMs: () => number;
  /** The time between the request to delete an account and its deletion; 0: none. */
  readonly deletionGraceMs: number;
  /** PROFILE=hardened: access tokens end with the password. */
  readonly hardened: boolean;
  /** Whether forgot-password hides which accounts exist: with PROFILE=hardened or without public registration. */
  readonly hidesAccounts: boolean;
  /** The language of accounts whose registration specifies no available one. */
  readonly defaultLanguage: string;
  /** Whether the owner is notified of a password change by e-mail. */
  readonly notifyPasswordChange: boolean;
  /** Whether the owner is notified of a login from a new device by e-mail. */
  readonly notifyNewDevice: boolean;
}

export interface Services extends Omit<SharedServices, 'db'> {
  readonly db: Store;
}

/** Logins with other providers. */
export interface ProviderLogins {
  /** In the order of their buttons. */
  readonly providers: readonly LoginProvider[];
  /** The logins of an account. */
  readonly listOf: (db: Reads, user: User) => Promise<readonly TypeOf<typeof ProviderLogin>[]>;
}

/** The services of a protected operation: a write succeeds only while its sender is still allowed. */
export interface RequestServices extends Services {
  readonly db: RequestStore;
}

export const servicesOfRequest = (shared: SharedServices): RequestServices => ({
  ...shared,
  db: new RequestStore(shared.db),
});

/** Lets programs send administrative requests, with a key in place of an access token. */
export interface ApiKeys {
  /** Requests with a key, by outcome. */
  readonly counters: Readonly<Record<string, number>>;
  /**
   * Undefined if the text is no key. Throws unless the key may be used now and has the scope, which every write checks
   * again.
   */
  readonly authorize: (
    text: string,
    scope: string | null,
    request: ApiRequest,
    services: RequestServices,
  ) => Promise<KeySender> | undefined;
}

export interface KeySender {
  /** In the audit trail. */
  readonly name: string;
  readonly scopes: readonly string[];
}

/** Services that only the administration shows. */
export interface SystemServices {
  readonly signingKeys: SigningKeyRing;
  /** Throws unless the database can be read and written now. */
  readonly checkDatabase: () => Promise<void>;
  /** The languages of e-mails. The first is the default. */
  readonly languages: readonly string[];
  readonly previewEmail: (
    kind: EmailKind,
    language: string,
  ) => { readonly subject: string; readonly text: string; readonly html: string };
  readonly settings: {
    readonly all: readonly EffectiveSetting[];
    /** The file that settings were read from, if any. */
    readonly file: string | undefined;
  };
  readonly mail: {
    /** Host and port of the mail server; undefined: the developer's inbox. */
    readonly server: string | undefined;
    /** Whether this process could not reach it recently. */
    readonly isDown: () => boolean;
  };
  readonly version: string;
  readonly startedAtMs: number;
  /** Processes of this instance. */
  readonly workers: number;
}
