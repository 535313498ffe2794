import { generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createFile, makeFolder } from '../lib/file-ownership.ts';
import { type KeyAlgorithm, KID, keyFromJwk, type SigningKey } from './signing-key.ts';

/** KEYS_DIR cannot be read, or has no key that can sign. The message says why. */
export class SigningKeyFolderUnusable extends Error {}

const SUFFIX = '.jwk';

interface KeyFile extends JsonWebKey {
  /** ISO 8601: when the key starts to sign. Every instance and JWKS cache can learn it before. */
  readonly signs_from?: string;
  readonly kid?: string;
}

export interface SigningKeyFolder {
  /** Newest first; empty if the folder does not exist. */
  readonly keys: readonly SigningKey[];
  /** For each invalid key file, a sentence with the reason. Valid keys are unaffected. */
  readonly broken: readonly string[];
}

export function readSigningKeyFolder(folder: string): SigningKeyFolder {
  const found = kidsIn(folder).map((kid) => readKey(folder, kid));
  return {
    keys: found
      .filter((key) => typeof key === 'object')
      .sort((a, b) => b.signsFromMs - a.signsFromMs || String(b.kid).localeCompare(String(a.kid))),
    broken: found.filter((key) => typeof key === 'string'),
  };
}

/** Changes whenever a key file is added, removed or rewritten. */
export const stateOfSigningKeyFolder = (folder: string): string =>
  kidsIn(folder)
    .map((kid) => `${kid} ${statSync(join(folder, kid + SUFFIX), { throwIfNoEntry: false })?.mtimeMs}`)
    .join('\n');

/** Writes a new key file atomically (temporary file and hard link), readable by its owner only. */
export function addSigningKey(folder: string, algorithm: KeyAlgorithm, nowMs: number, signsFromMs: number): SigningKey {
  makeFolder(folder);
  const kid = `${new Date(nowMs).toISOString().slice(0, 10)}-${randomBytes(4).toString('hex')}`;
  const file: KeyFile = { kid, alg: algorithm, signs_from: new Date(signsFromMs).toISOString(), ...newJwk(algorithm) };
  const temporary = join(folder, `.${kid}`);
  createFile(temporary, `${JSON.stringify(file, null, 2)}\n`);
  linkSync(temporary, join(folder, kid + SUFFIX));
  rmSync(temporary);
  return readKey(folder, kid) as SigningKey;
}

export const removeSigningKey = (folder: string, kid: string): void => rmSync(join(folder, kid + SUFFIX));

function newJwk(algorithm: KeyAlgorithm): JsonWebKey {
  if (algorithm === 'HS256') return { kty: 'oct', k: randomBytes(32).toString('base64url') };
  return NEW_KEYS[algorithm]().privateKey.export({ format: 'jwk' });
}

const NEW_KEYS = {
  EdDSA: () => generateKeyPairSync('ed25519'),
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
} as const;

function kidsIn(folder: string): string[] {
  let files: string[];
  try {
    files = readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw new SigningKeyFolderUnusable(
      `KEYS_DIR must be a readable folder: ${error instanceof Error ? error.message : error}`,
    );
  }
  return files
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.slice(0, -SUFFIX.length))
    .filter((kid) => KID.test(kid))
    .sort();
}

/** The key; a sentence with the reason if the file is not a valid key; undefined if the file was removed meanwhile. */
function readKey(folder: string, kid: string): SigningKey | string | undefined {
  const path = join(folder, kid + SUFFIX);
  try {
    return (
      parseKey(readFileSync(path, 'utf8'), kid) ??
      `${path} holds no private key for EdDSA, ES256, RS256 (of 2048 bits) or HS256 (of 32 bytes)`
    );
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    return `${path} cannot be read: ${error instanceof Error ? error.message : error}`;
  }
}

function parseKey(text: string, kid: string): SigningKey | undefined {
  try {
    const file = JSON.parse(text) as KeyFile;
    const signsFromMs = file.signs_from === undefined ? 0 : Date.parse(file.signs_from);
    if (Number.isNaN(signsFromMs)) return undefined;
    return keyFromJwk(file, kid, signsFromMs);
  } catch {
    return undefined;
  }
}
