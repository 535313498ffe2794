import type { Config } from '../config/config.ts';
import type { KeyAlgorithm, SigningKey } from './signing-key.ts';
import { addSigningKey, readSigningKeyFolder, SigningKeyFolderUnusable } from './signing-key-folder.ts';

const hasPublicKey = (keys: readonly SigningKey[], nowMs: number): boolean =>
  keys.some((key) => key.publicJwk !== undefined && key.signsFromMs <= nowMs);

/** What every OpenID library accepts without a setting. */
const OPENID_ALGORITHM: KeyAlgorithm = 'RS256';

/** Of a new key for which nobody names an algorithm: apps that verify the keys of now verify the next one too. */
export const usualAlgorithm = (signer: SigningKey | undefined, { openid }: Pick<Config, 'openid'>): KeyAlgorithm =>
  signer?.publicJwk ? signer.algorithm : openid ? OPENID_ALGORITHM : 'EdDSA';

/** Why the service would not start with these keys. */
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
 * With OPENID=on apps verify what is signed, which they cannot with a secret of ours. In development a key is made; in
 * production it is the operator who decides, because from then on access tokens are signed with it too.
 */
export function ensurePublicKey(config: Config, nowMs: number): void {
  const { openid, keysDir } = config;
  if (!openid) return;
  const { keys } = readSigningKeyFolder(keysDir);
  const missing = publicKeyMissing(config, keys, nowMs);
  if (missing !== undefined) throw new SigningKeyFolderUnusable(missing);
  if (!hasPublicKey(keys, nowMs)) addSigningKey(keysDir, OPENID_ALGORITHM, nowMs, nowMs);
}
