import type { AccountSource } from './account-source.ts';
import type { CredentialKind } from './credential.ts';
import type { EmailRow, EmailTexts } from './email.ts';
import type { ErrorDeclaration } from './error.ts';
import type { EventRow } from './event.ts';
import type { Expired } from './expired.ts';
import type { Permission } from './permission.ts';
import type { PersonalTable } from './personal-data.ts';
import type { AnySetting } from './setting.ts';

export interface SealedColumn {
  readonly table: string;
  readonly column: string;
}

/** Rows about sessions, which end with them. */
export interface RowsOfSessions {
  /** With the columns `user_id` and `session_id`; the latter may be null. */
  readonly table: string;
  /** SQL: removes the rows, and notifies those who depend on them. */
  readonly end: (where: string) => readonly string[];
}

/** What the faults of settings depend on besides the settings. */
export interface FaultContext {
  readonly production: boolean;
  /** Whether there are data keys. */
  readonly canSeal: boolean;
  /** The path that everything is served below; '' for none. */
  readonly basePath: string;
  /** Whether a setting has a value; an empty list counts as none. */
  readonly isGiven: (name: string) => boolean;
}

/** The rows that an optional feature adds to the tables of the service. */
export interface DeclaredFeature {
  /** The feature's member of `Features`. */
  readonly name: string;
  /** Its name in messages to the operator that it is off, in the plural. */
  readonly title?: string;
  /**
   * The setting that switches it on, without a default wherever it can be; or whether the values of its settings do.
   */
  readonly onWith: string | ((values: never) => boolean);
  /** What it lacks, by the values of the settings, to be on by default. */
  readonly lacks?: (values: never) => string | undefined;
  /** The fault of its settings, if any, after the name of the setting. */
  readonly fault?: (values: never, context: FaultContext) => readonly [setting: string, fault: string] | undefined;
  /** Whether it needs data keys. */
  readonly sealsData: boolean;
  /** Whether it logs in the owner of the mailbox, without a credential. */
  readonly mailboxLogsIn?: true;
  /** SQL: finds an app of users, which verifies tokens with a public key and has addresses to return to. */
  readonly anyApp?: string;
  readonly settings: Readonly<Record<string, AnySetting>>;
  /** Of its administrative operations. */
  readonly permissions?: Readonly<Record<string, Permission>>;
  /** The paths of its operations that log in, and the method of each for `latchkey_logins_total`. */
  readonly logins?: Readonly<Record<string, string>>;
  readonly errors?: readonly ErrorDeclaration[];
  readonly events?: Readonly<Record<string, EventRow>>;
  readonly emails?: Readonly<Record<string, EmailRow & { readonly texts: EmailTexts }>>;
  readonly accountSources?: Readonly<Record<string, AccountSource>>;
  readonly credentials?: Readonly<Record<string, CredentialKind>>;
  readonly endsWithSession?: RowsOfSessions;
  /** Columns with values that a data key seals, one for each account. */
  readonly sealedColumns?: readonly SealedColumn[];
  readonly personalData?: Readonly<Record<string, PersonalTable>>;
  /** Its tables whose rows belong to no account, each with the reason. */
  readonly notPersonal?: Readonly<Record<string, string>>;
  /** Its rows in `locks`, which its baseline inserts. */
  readonly locks?: readonly string[];
  readonly expired?: readonly Expired[];
  /** Rows that a suspension or a new role of the account ($1) deletes. */
  readonly endsWithRole?: readonly { readonly table: string; readonly where: string }[];
}
