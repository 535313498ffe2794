import { statfs } from 'node:fs/promises';
import type { Database } from '../store/engine/database.ts';

interface Readiness {
  readonly isStopping: () => boolean;
  readonly isBroken: () => boolean;
  readonly hasWrongDataKeys: () => boolean;
  readonly lacksSigningKeys: () => boolean;
  readonly isMailServerDown: () => boolean;
  readonly schemaFits: () => Promise<boolean>;
  /** Undefined unless the database is embedded. */
  readonly isFileDamaged: (() => boolean) | undefined;
  /** The folders that the service writes to. */
  readonly folders: Readonly<Record<string, string>>;
}

export interface Check {
  readonly name: string;
  /** The answer of /readyz if the check fails. Without it, the check is informative: the service can still serve. */
  readonly failure?: string;
  readonly passes: () => boolean | Promise<boolean>;
}

const MIN_FREE_SHARE = 0.05;

/** The checks of /readyz, which reports the first that fails. */
export const readinessChecks = (db: Database, { isFileDamaged, ...state }: Readiness): readonly Check[] => [
  { name: 'serving', failure: 'Stopping', passes: () => !state.isStopping() },
  { name: 'files', failure: 'Files of this version cannot be loaded', passes: () => !state.isBroken() },
  { name: 'database', failure: 'The database cannot be read and written', passes: () => db.check().then(() => true) },
  { name: 'schema', failure: 'This version does not support the schema of the database', passes: state.schemaFits },
  // Checked once a day. Not required: the undamaged part can still be served, and no other instance could.
  ...(isFileDamaged ? [{ name: 'integrity', passes: () => !isFileDamaged() }] : []),
  // Not required: a lost key affects only the accounts whose authenticator app it encrypts.
  { name: 'data-keys', passes: () => !state.hasWrongDataKeys() },
  { name: 'signing-keys', passes: () => !state.lacksSigningKeys() },
  { name: 'mail-server', passes: () => !state.isMailServerDown() },
  { name: 'disk', passes: () => hasFreeSpace(Object.values(state.folders)) },
];

/** A check that throws has failed. */
export async function isPassed({ passes }: Check): Promise<boolean> {
  try {
    return await passes();
  } catch {
    return false;
  }
}

/** Missing folders are skipped: with PostgreSQL, nothing is written to DATA_DIR. */
async function hasFreeSpace(folders: readonly string[]): Promise<boolean> {
  const disks = await Promise.all(folders.map((folder) => statfs(folder).catch(() => undefined)));
  return disks.every((disk) => disk === undefined || disk.bavail >= disk.blocks * MIN_FREE_SHARE);
}
