import type { Config } from '../../config/config.ts';
import type { EnvironmentFile } from '../../config/environment.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import type { Database } from '../../store/engine/database.ts';

/** `fault`: does not work, or is unsafe. `warning`: works, but is rarely intended. `skipped`: was not checked. */
export type State = 'ok' | 'warning' | 'fault' | 'skipped';

export interface Finding {
  readonly state: State;
  readonly says: string;
  /** What to do about it. */
  readonly remedy?: string;
}

export const ok = (says: string): Finding => ({ state: 'ok', says });
export const skipped = (says: string): Finding => ({ state: 'skipped', says });
export const warning = (says: string, remedy: string): Finding => ({ state: 'warning', says, remedy });
export const fault = (says: string, remedy: string): Finding => ({ state: 'fault', says, remedy });

export interface DoctorContext {
  readonly config: Config;
  readonly settingsFile: EnvironmentFile;
  readonly nowMs: () => number;
  /** Undefined if it cannot be used; the database check says why. */
  readonly db: Database | undefined;
  /** Its schema matches this version. */
  readonly isCurrent: boolean;
}

const AS_ROOT = 'run the command as root, or as the user of the service';

/** What to do about messages of Node, SQLite and PostgreSQL. */
const REMEDIES: readonly (readonly [says: RegExp, remedy: string])[] = [
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
  [/malformed|not a database/, 'stop the service, and restore a backup: latchkey restore <file> --yes'],
];

export const remedyFor = (error: unknown, fallback: string = AS_ROOT): string =>
  REMEDIES.find(([says]) => says.test(reasonOf(error)))?.[1] ?? fallback;
