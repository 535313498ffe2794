import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { generatedSecretFile } from '../../keys/generated-signing-secret.ts';
import { generatedDataKeyFile } from '../../keys/open-data-keys.ts';
import { createFile, makeFolder } from '../../lib/file-ownership.ts';
import { counted } from '../framework/print.ts';

/** Secret files that a backup needs: they verify existing tokens and open sealed columns. */
const filesBeside = (file: string) => ({
  keys: `${file}.keys`,
  secret: `${file}.signing-secret`,
  dataKey: `${file}.data-key`,
});

/** The files of a backup. */
export const filesOf = (file: string): string[] => [file, ...Object.values(filesBeside(file))];

/** The suffix of unfinished copies, and of the files that SQLite keeps beside them. */
export const PARTIAL = '.partial';
const PARTIALS = [PARTIAL, `${PARTIAL}-journal`];

/** The suffixes of a backup and the files that belong to it. */
export const OWN_ENDINGS: readonly string[] = [...filesOf(''), ...PARTIALS];

export function removePartial(file: string): void {
  for (const ending of PARTIALS) rmSync(`${file}${ending}`, { force: true });
}

export function removeBackup(file: string): void {
  for (const ending of OWN_ENDINGS) rmSync(`${file}${ending}`, { recursive: true, force: true });
}

/** Copies the secrets beside the backup, and reports where each one is. */
export function keepSecrets(config: Config, file: string) {
  const { keys, secret, dataKey } = filesBeside(file);
  const { dataDir, keysDir } = config;
  const kept = [
    { is: copyKeys(keysDir, keys) > 0, path: keys, what: `the signing keys of ${keysDir}` },
    {
      is: config.needsGeneratedSecret && copyFile(generatedSecretFile(dataDir), secret),
      path: secret,
      what: `the signing secret of ${dataDir}`,
    },
    // Without it, the secrets of authenticator apps in the backup could not be opened.
    {
      is: !config.production && copyFile(generatedDataKeyFile(dataDir), dataKey),
      path: dataKey,
      what: `the data key of ${dataDir}`,
    },
  ].filter(({ is }) => is);
  const settings = secretsNotCopied(config);
  return {
    messages: [
      ...kept.map(({ path, what }) => `${path} holds ${what}`),
      ...settings.map((name) => `${name} is a setting, and not in the backup: keep it too, apart from the data`),
    ],
    record: { beside: kept.map(({ path }) => path), settings_to_keep: settings },
  };
}

/** Restores the secrets. Adds missing signing keys; sets a different secret aside. */
export function restoreSecrets(config: Config, file: string, aside: string, print: (line: string) => void): void {
  const { keys, secret, dataKey } = filesBeside(file);
  const added = copyKeys(keys, config.keysDir);
  if (added > 0) print(`${counted(added, 'signing key')} restored to ${config.keysDir}`);
  for (const [from, to] of [
    [secret, generatedSecretFile(config.dataDir)],
    [dataKey, generatedDataKeyFile(config.dataDir)],
  ] as const) {
    if (!existsSync(from)) continue;
    if (existsSync(to)) {
      if (readFileSync(to).equals(readFileSync(from))) continue;
      renameSync(to, `${to}${aside}`);
      print(`${to} was different, and is now ${to}${aside}`);
    }
    copyFile(from, to);
    print(`${to} is back`);
  }
}

/** Copies missing keys and returns their number. */
function copyKeys(folder: string, target: string): number {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jwk')) : [];
  const missing = names.filter((name) => !existsSync(join(target, name)));
  if (missing.length > 0) makeFolder(target);
  for (const name of missing) createFile(join(target, name), readFileSync(join(folder, name)));
  return missing.length;
}

function copyFile(from: string, to: string): boolean {
  if (!existsSync(from)) return false;
  createFile(to, readFileSync(from));
  return true;
}

/** Secrets in settings are not copied: operators may keep them in a safer place than the backup. */
function secretsNotCopied({ signingSecret, signingSecrets, dataKeys }: Config): string[] {
  return [
    ...(signingSecret === undefined ? [] : ['SIGNING_SECRET']),
    ...(signingSecrets.length === 0 ? [] : ['SIGNING_SECRETS']),
    ...(dataKeys.length === 0 ? [] : ['DATA_KEYS']),
  ];
}
