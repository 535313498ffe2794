import type { Config } from '../../config/config.ts';
import type { EnvironmentFile } from '../../config/environment.ts';
import type { Connection } from '../../lib/connection.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import type { Database } from '../../store/engine/database.ts';

/** `fault`: does not work, or is unsafe. `warning`: works, but is rarely intended. `skipped`: was not checked. */
export type State = 'ok' | 'warning' | 'fault' | 'skipped';

export interface Finding {
  readonly state: State;
  readonly message: string;
  readonly remedy?: string;
}

export const ok = (message: string): Finding => ({ state: 'ok', message });
export const skipped = (message: string): Finding => ({ state: 'skipped', message });
export const warning = (message: string, remedy: string): Finding => ({ state: 'warning', message, remedy });
export const fault = (message: string, remedy: string): Finding => ({ state: 'fault', message, remedy });

/** Falsy entries are left out of the report. */
export type Findings = readonly (Finding | undefined | false)[];

/** The state of the database. */
export interface OpenedDatabase {
  readonly ofDatabase: Findings;
  readonly ofSchema: Finding;
  /** Undefined if it cannot be used; `ofDatabase` has the reason. */
  readonly db?: Database;
  /** Whether the schema matches this version. */
  readonly isCurrent: boolean;
}

/** The result of a request to FRONTEND_URL. `connection` describes it if it reached this Latchkey. */
export type FrontendAnswer =
  | { readonly unreachable: string }
  | { readonly headers: Headers; readonly connection: Connection | undefined };

export interface DoctorContext extends OpenedDatabase {
  readonly config: Config;
  readonly settingsFile: EnvironmentFile;
  readonly nowMs: () => number;
  /** Undefined without FRONTEND_URL. */
  readonly frontend: FrontendAnswer | undefined;
}

export type Examine = (context: DoctorContext) => Findings | Promise<Findings>;

export type InDatabase = DoctorContext & { readonly db: Database };

/** Skips a check without a database or, unless it can do without Latchkey's tables, without the right schema. */
export const inDatabase =
  (run: (context: InDatabase) => Promise<Findings>, { needsSchema = true } = {}) =>
  async (context: DoctorContext): Promise<Findings> => {
    const { db, isCurrent } = context;
    return db && (isCurrent || !needsSchema) ? run({ ...context, db }) : [skipped('needs the database')];
  };

export type Remedies = readonly (readonly [message: RegExp, remedy: string])[];

const AS_ROOT = 'run the command as root, or as the user of the service';

/** Remedies for messages of Node, SQLite and PostgreSQL. */
const REMEDIES: Remedies = [
  [/\b(EACCES|EPERM)\b/, AS_ROOT],
  [
    /permission denied for|must be owner of/,
    'make the role of DATABASE_URL the owner of the database and its tables, or GRANT it what is missing',
  ],
  [
    /it is a standby/,
    'name the primary in DATABASE_URL, or every server, of which the one that takes writes is used: ' +
      'postgres://…@first:5432,second:5432/…',
  ],
  [
    /read[-_]only( is on| transaction)/,
    'find where it is set: SELECT setting, source FROM pg_settings WHERE name = ' +
      "'default_transaction_read_only'; ALTER ROLE, DATABASE or SYSTEM … RESET default_transaction_read_only",
  ],
  [
    /prepared statement|unsupported startup parameter|through a pooler/,
    'set DATABASE_PREPARE=off, or name PostgreSQL itself in DATABASE_URL: a pooler in transaction mode is in the way',
  ],
  [/^CockroachDB/, 'use PostgreSQL, or the embedded database'],
  [/^the database has schema/, 'run latchkey migrate of that version, or restore a backup of it'],
  [/malformed|not a database/, 'stop the service, and restore a backup: latchkey restore <file> --yes'],
];

export const remedyFor = (error: unknown, fallback: string = AS_ROOT, remedies = REMEDIES): string =>
  remedies.find(([message]) => message.test(reasonOf(error)))?.[1] ?? fallback;
