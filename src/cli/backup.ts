import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Config, readConfig } from '../config/config.ts';
import { generatedDataKeyFile } from '../data-keys/open-data-keys.ts';
import { createFile, makeFolder } from '../files/file-ownership.ts';
import { recordBy } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import { generatedSecretFile } from '../tokens/generated-signing-secret.ts';
import type { CommandContext } from './command.ts';
import { CommandError, onlyArgument } from './command-error.ts';
import { withDatabase } from './open-database.ts';
import { OPERATOR } from './operator.ts';

/**
 * Online backup: a consistent snapshot of the embedded database while the service runs, and beside it what verifies
 * existing tokens: the key folder, and the generated secret of development.
 */
export async function backup({ environment, args, print }: CommandContext): Promise<void> {
  const target = onlyArgument(args, 'backup: into which file? Example: latchkey backup /var/backups/latchkey.db');
  const config = readConfig(environment, 1);
  const file = resolve(target);
  await withDatabase(environment, async (db, name) => {
    if (db.kind !== 'sqlite') throw new CommandError('backup: is for the embedded database; PostgreSQL has pg_dump');
    const [keys, secret, dataKey] = [`${file}.keys`, `${file}.signing-secret`, `${file}.data-key`];
    const existing = [file, keys, secret, dataKey].find((path) => existsSync(path));
    if (existing) throw new CommandError(`backup: ${existing} exists already, and is not overwritten`);
    await copyDatabase(db, file);
    await db.batch([recordBy(OPERATOR, 'backup_made', null)]);
    print(`${file} holds the whole database ${name}; it is as secret as the database itself`);
    if (copyKeys(config.keysDir, keys)) print(`${keys} holds the signing keys of ${config.keysDir}`);
    if (copySecret(config, secret)) print(`${secret} holds the signing secret of ${config.dataDir}`);
    if (copyDataKey(config, dataKey)) print(`${dataKey} holds the data key of ${config.dataDir}`);
    for (const line of secretsNotCopied(config)) print(line);
  });
}

async function copyDatabase(db: Database, file: string): Promise<void> {
  // Created beforehand with mode 0600: SQLite would create it readable by others.
  createFile(file);
  try {
    await db.all('VACUUM INTO $1', [file]);
  } catch (error) {
    rmSync(file);
    throw error;
  }
}

function copyKeys(folder: string, target: string): boolean {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jwk')) : [];
  if (files.length === 0) return false;
  makeFolder(target);
  for (const name of files) createFile(join(target, name), readFileSync(join(folder, name)));
  return true;
}

function copySecret({ needsGeneratedSecret, dataDir }: Config, target: string): boolean {
  const kept = generatedSecretFile(dataDir);
  if (!needsGeneratedSecret || !existsSync(kept)) return false;
  createFile(target, readFileSync(kept));
  return true;
}

/** Without it, the secrets of authenticator apps in the backup could not be opened. */
function copyDataKey({ production, dataDir }: Config, target: string): boolean {
  const kept = generatedDataKeyFile(dataDir);
  if (production || !existsSync(kept)) return false;
  createFile(target, readFileSync(kept));
  return true;
}

/** Secrets in settings are not copied: operators may keep them in a safer place than the backup. */
function secretsNotCopied({ signingSecret, signingSecrets, dataKeys }: Config): string[] {
  const names = [
    ...(signingSecret === undefined ? [] : ['SIGNING_SECRET']),
    ...(signingSecrets.length === 0 ? [] : ['SIGNING_SECRETS']),
    ...(dataKeys.length === 0 ? [] : ['DATA_KEYS']),
  ];
  return names.map((name) => `${name} is a setting, and not in the backup: keep it too, apart from the data`);
}
