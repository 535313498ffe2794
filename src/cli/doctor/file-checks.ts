import { readdirSync, type Stats, statfsSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import { dirname, join } from 'node:path';
import { reasonOf } from '../../lib/reason-of.ts';
import { assertFreeSpace } from '../../store/engine/drivers/free-disk-space.ts';
import {
  type DoctorContext,
  type Finding,
  type Findings,
  fault,
  ok,
  remedyFor,
  skipped,
  warning,
} from '../framework/finding.ts';

const MIB = 1024 * 1024;
const LITTLE_BYTES = 512 * MIB;
const LITTLE_SHARE = 0.05;

const statOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

/** Folders that the service writes to. */
const foldersOf = ({ dataDir, databaseUrl }: DoctorContext['config']): string[] => [
  ...new Set([dataDir, ...(databaseUrl.kind === 'sqlite' ? [dirname(databaseUrl.path)] : [])]),
];

/** Checks free space, and that a file can be written, which a quota may prevent. */
export async function checkDisk({ config }: DoctorContext): Promise<Findings> {
  const folders = foldersOf(config).filter((folder) => statOf(folder)?.isDirectory());
  if (folders.length === 0) return [skipped(`${config.dataDir} is not there yet`)];
  return Promise.all(folders.map(spaceIn));
}

async function spaceIn(folder: string): Promise<Finding> {
  const { bavail, blocks, bsize } = statfsSync(folder);
  const message = `${Math.floor((bavail * bsize) / MIB)} MiB free in ${folder}`;
  const remedy = 'free some space, or move DATA_DIR to a larger disk: without space, nothing can be written';
  try {
    await assertFreeSpace(join(folder, 'doctor'));
  } catch (error) {
    return fault(`nothing can be written in ${folder}: ${reasonOf(error)}; ${message}`, remedyFor(error, remedy));
  }
  return bavail * bsize < LITTLE_BYTES && bavail < blocks * LITTLE_SHARE ? warning(message, remedy) : ok(message);
}

const OTHERS = 0o007;

/** Finds secrets and data that other users of the machine can read, or that the service cannot. */
export function checkFiles({ config, settingsFile }: DoctorContext): Findings {
  // Windows has no such modes.
  if (platform() === 'win32') return [skipped('not on Windows')];
  const folders = [...foldersOf(config), config.keysDir].filter((folder) => statOf(folder)?.isDirectory());
  const files = folders.flatMap((folder) => filesIn(folder).map((file) => join(folder, file)));
  const secrets = settingsFile.path === undefined ? [] : [settingsFile.path];
  // Only a warning: containers mount secrets with modes that the operator may be unable to choose.
  const mounted = [...config.secretFiles.values()];
  // Checked in development too: `mkdir` and `cp .env.example .env` create readable files, the service does not.
  const made = config.production ? fault : warning;
  const findings = [
    ...[...folders, ...secrets].map((path) => ifOpen(path, made)),
    ...files.map((path) => ifOpen(path, fault)),
    ...mounted.map((path) => ifOpen(path, warning)),
    ...files.map(ifOfAnotherOwner),
  ].filter((finding) => finding !== undefined);
  const count = folders.length + files.length + secrets.length + mounted.length;
  return findings.length > 0 ? findings : [ok(`${count} files and folders are private`)];
}

/** SQLite's temporary files are left out. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder).filter((file) => !file.startsWith('.') && !/-(wal|shm|journal)$|-scratch-/.test(file));

function ifOpen(path: string, finding: typeof fault): Finding | undefined {
  const mode = statOf(path)?.mode ?? 0;
  if ((mode & OTHERS) === 0) return undefined;
  const digits = (mode & 0o777).toString(8);
  return finding(`${path} is open to every user of this machine (mode ${digits})`, `chmod o= ${path}`);
}

function ifOfAnotherOwner(path: string): Finding | undefined {
  const folder = dirname(path);
  const [folderStat, other] = [statOf(folder), statOf(path)];
  if (!folderStat || !other || folderStat.uid === other.uid) return undefined;
  return fault(
    `${path} belongs to user ${other.uid}, and its folder to user ${folderStat.uid}: the service may not read it`,
    `chown --reference=${folder}/ ${path}`,
  );
}
