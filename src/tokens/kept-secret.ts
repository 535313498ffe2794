import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { createFile, makeFolder } from '../runtime/owned-files.ts';
import type { KeySettings } from './key-ring.ts';

/** Development makes its own secret, unless there is one already. */
export const keySettings = (config: Config): KeySettings => ({
  ...config,
  signingSecret: config.needsKeptSecret ? keptSecret(config.dataDir) : config.signingSecret,
});

/** The same for whoever only looks: where there is no secret yet, none is made. */
export const existingKeySettings = (config: Config): KeySettings => ({
  ...config,
  signingSecret: config.needsKeptSecret ? readSecret(config.dataDir) : config.signingSecret,
});

export const keptSecretFile = (dataDir: string): string => join(dataDir, 'signing-secret');

function readSecret(dataDir: string): string | undefined {
  try {
    return readFileSync(keptSecretFile(dataDir), 'utf8').trim();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** For development: made once, so that tokens survive a restart. */
function keptSecret(dataDir: string): string {
  const kept = readSecret(dataDir);
  if (kept !== undefined) return kept;
  const file = keptSecretFile(dataDir);
  const made = `${file}.${randomBytes(4).toString('hex')}`;
  makeFolder(dataDir);
  // Linked into place whole: of two processes that start at once, one makes it and both use it.
  createFile(made, `${randomBytes(48).toString('base64url')}\n`);
  try {
    linkSync(made, file);
  } catch (error) {
    if (!isExisting(error)) throw error;
  } finally {
    rmSync(made);
  }
  return readFileSync(file, 'utf8').trim();
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
const isMissing = (error: unknown) => hasCode(error, 'ENOENT');
const isExisting = (error: unknown) => hasCode(error, 'EEXIST');
