import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { createFile, makeFolder } from '../runtime/file-ownership.ts';
import type { KeySettings } from './key-ring.ts';

/** Key settings for the service. Where no secret or key is configured (development only), generates a secret and stores it in DATA_DIR. */
export const keySettings = (config: Config): KeySettings => ({
  ...config,
  signingSecret: config.needsGeneratedSecret ? readOrGenerateSecret(config.dataDir) : config.signingSecret,
});

/** Key settings for commands that only read: never generates a secret. */
export const existingKeySettings = (config: Config): KeySettings => ({
  ...config,
  signingSecret: config.needsGeneratedSecret ? readGeneratedSecret(config.dataDir) : config.signingSecret,
});

export const generatedSecretFile = (dataDir: string): string => join(dataDir, 'signing-secret');

function readGeneratedSecret(dataDir: string): string | undefined {
  try {
    return readFileSync(generatedSecretFile(dataDir), 'utf8').trim();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Stored, so that tokens survive a restart. */
function readOrGenerateSecret(dataDir: string): string {
  const existing = readGeneratedSecret(dataDir);
  if (existing !== undefined) return existing;
  const file = generatedSecretFile(dataDir);
  const temporary = `${file}.${randomBytes(4).toString('hex')}`;
  makeFolder(dataDir);
  // Atomic: a hard link fails if the file exists. When two processes start at once, one creates it and both use it.
  createFile(temporary, `${randomBytes(48).toString('base64url')}\n`);
  try {
    linkSync(temporary, file);
  } catch (error) {
    if (!isExisting(error)) throw error;
  } finally {
    rmSync(temporary);
  }
  return readFileSync(file, 'utf8').trim();
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
const isMissing = (error: unknown) => hasCode(error, 'ENOENT');
const isExisting = (error: unknown) => hasCode(error, 'EEXIST');
