import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFile, makeFolder } from './file-ownership.ts';

/** A generated secret; undefined if the file does not exist. */
export function readSecretFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Generates the secret on the first call, readable by the owner only, and returns the same one afterwards. */
export function readOrGenerateSecretFile(file: string): string {
  const existing = readSecretFile(file);
  if (existing !== undefined) return existing;
  const temporary = `${file}.${randomBytes(4).toString('hex')}`;
  makeFolder(dirname(file));
  // Atomic: a hard link fails if the file exists. If two processes start at once, one creates it and both use it.
  createFile(temporary, `${randomBytes(48).toString('base64url')}\n`);
  try {
    linkSync(temporary, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(temporary);
  }
  return readFileSync(file, 'utf8').trim();
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
