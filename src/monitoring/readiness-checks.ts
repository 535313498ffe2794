import { statfs } from 'node:fs/promises';
import type { Database } from '../store/engine/database.ts';

interface Readiness {
  readonly isStopping: () => boolean;
  readonly isBroken: () => boolean;
  readonly hasWrongDataKeys: () => boolean;
  readonly lacksSigningKeys: () => boolean;
  readonly isMailServerDown: () => boolean;
  readonly schemaFits: () => Promise<boolean>;
  /** Undefined where the database is no file of ours. */
  readonly isFileDamaged: (() => boolean) | undefined;
  /** Folders that are written to. */
  readonly folders: Readonly<Record<string, string>>;
}

export interface Check {
  readonly name: string;
  /** What /readyz says when it fails. Without it, the check is for people: the service can serve all the same. */
  readonly failure?: string;
  readonly passes: () => boolean | Promise<boolean>;
}

/** Less is reported long before the disk is full. */
const MIN_FREE_SHARE = 0.05;

/** Everything that /readyz looks at, in the order in which it names the first that fails. */
export const readinessChecks = (db: Database, { isFileDamaged, ...state }: Readiness): readonly Check[] => [
  { name: 'serving', failure: 'Stopping', passes: () => !state.isStopping() },
  { name: 'files', failure: 'Files of this version cannot be loaded', passes: () => !state.isBroken() },
  { name: 'database', failure: 'The database cannot be read and written', passes: () => db.check().then(() => true) },
  { name: 'schema', failure: 'This version cannot work on the schema of the database', passes: state.schemaFits },
  // As found once a day. What is not damaged can still be served, and nobody else could.
  ...(isFileDamaged ? [{ name: 'integrity', passes: () => !isFileDamaged() }] : []),
  // Only the accounts whose app it sealed miss a lost key; everybody else is served.
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

/** A folder that is not there is not written to: DATA_DIR on PostgreSQL. */
async function hasFreeSpace(folders: readonly string[]): Promise<boolean> {
  const disks = await Promise.all(folders.map((folder) => statfs(folder).catch(() => undefined)));
  return disks.every((disk) => disk === undefined || disk.bavail >= disk.blocks * MIN_FREE_SHARE);
}
