import type { Config } from '../config/config.ts';
import type { KeyAlgorithm, SigningKey } from './signing-key.ts';
import { addSigningKey, readSigningKeyFolder, SigningKeyFolderUnusable } from './signing-key-folder.ts';

const hasPublicKey = (keys: readonly SigningKey[], nowMs: number): boolean =>
  keys.some((key) => key.publicJwk !== undefined && key.signsFromMs <= nowMs);

/** Every OpenID library accepts this algorithm by default. */
const OPENID_ALGORITHM: KeyAlgorithm = 'RS256';

/** The default algorithm of a new key: apps that verify the current key can verify the next one too. */
export const usualAlgorithm = (signer: SigningKey | undefined, { openid }: Pick<Config, 'openid'>): KeyAlgorithm =>
  signer?.publicJwk ? signer.algorithm : openid ? OPENID_ALGORITHM : 'EdDSA';

/** Why the service cannot start with these keys. */
export const publicKeyMissing = (
  { openid, production, keysDir }: Pick<Config, 'openid' | 'production' | 'keysDir'>,
  keys: readonly SigningKey[],
  nowMs: number,
): string | undefined =>
  openid && production && !hasPublicKey(keys, nowMs)
    ? `OPENID=on needs a key that apps can verify with, and ${keysDir} holds none. ` +
      `Make one with: latchkey keys rotate --alg ${OPENID_ALGORITHM}`
    : undefined;

/**
 * With OPENID=on, apps need a public key to verify tokens. Development generates one. In production the operator
 * decides, because the key then signs access tokens too.
 */
export function ensurePublicKey(config: Config, nowMs: number): void {
  const { openid, keysDir } = config;
  if (!openid) return;
  const { keys } = readSigningKeyFolder(keysDir);
  const missing = publicKeyMissing(config, keys, nowMs);
  if (missing !== undefined) throw new SigningKeyFolderUnusable(missing);
  if (!hasPublicKey(keys, nowMs)) addSigningKey(keysDir, OPENID_ALGORITHM, nowMs, nowMs);
}
