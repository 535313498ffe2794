import type { Config } from '../config/config.ts';
import type { KeyAlgorithm, SigningKey } from './signing-key.ts';
import { addSigningKey, readSigningKeyFolder, SigningKeyFolderUnusable } from './signing-key-folder.ts';

const hasPublicKey = (keys: readonly SigningKey[], nowMs: number): boolean =>
  keys.some((key) => key.publicJwk !== undefined && key.signsFromMs <= nowMs);

/** Every OpenID library accepts this algorithm by default. */
const OPENID_ALGORITHM: KeyAlgorithm = 'RS256';

/**
 * The default algorithm of a new key is that of the current one, so that its verifiers can verify the next one
 * too. EdDSA is the default without OpenID, not a choice for apps.
 */
export const usualAlgorithm = (signer: SigningKey | undefined, isForApps: boolean): KeyAlgorithm =>
  signer?.publicJwk && !(isForApps && signer.algorithm === 'EdDSA')
    ? signer.algorithm
    : isForApps
      ? OPENID_ALGORITHM
      : 'EdDSA';

/** A fault of the newest key pair for apps; undefined if they can use it. It may have been created before OPENID=on. */
export function unusualForApps(
  { openid }: Pick<Config, 'openid'>,
  keys: readonly SigningKey[],
): { readonly message: string; readonly remedy: string } | undefined {
  const newest = keys.find(({ publicJwk }) => publicJwk !== undefined);
  if (!openid || newest?.algorithm !== 'EdDSA') return undefined;
  return {
    message: `apps get ID tokens signed with EdDSA (${newest.kid}), which many OpenID libraries refuse by default`,
    remedy: `latchkey keys rotate creates a key for ${OPENID_ALGORITHM}, which all accept`,
  };
}

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
