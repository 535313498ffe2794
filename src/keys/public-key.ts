import type { Config } from '../config/config.ts';
import { featureWithApps } from '../config/features.ts';
import type { KeyAlgorithm, SigningKey } from './signing-key.ts';
import { addSigningKey, readSigningKeyFolder, SigningKeyFolderUnusable } from './signing-key-folder.ts';

const hasPublicKey = (keys: readonly SigningKey[], nowMs: number): boolean =>
  keys.some((key) => key.publicJwk !== undefined && key.signsFromMs <= nowMs);

/** Every OpenID library accepts this algorithm by default. */
const ALGORITHM_FOR_APPS: KeyAlgorithm = 'RS256';

/**
 * The default algorithm of a new key is that of the current one, so that its verifiers can verify the next one
 * too. EdDSA is the default without apps, not a choice for them.
 */
export const usualAlgorithm = (signer: SigningKey | undefined, isForApps: boolean): KeyAlgorithm =>
  signer?.publicJwk && !(isForApps && signer.algorithm === 'EdDSA')
    ? signer.algorithm
    : isForApps
      ? ALGORITHM_FOR_APPS
      : 'EdDSA';

/** A fault of the newest key pair for apps; undefined if they can use it. It may have been created before them. */
export function unusualForApps(
  isForApps: boolean,
  keys: readonly SigningKey[],
): { readonly message: string; readonly remedy: string } | undefined {
  const newest = keys.find(({ publicJwk }) => publicJwk !== undefined);
  if (!isForApps || newest?.algorithm !== 'EdDSA') return undefined;
  return {
    message: `apps get ID tokens signed with EdDSA (${newest.kid}), which many OpenID libraries refuse by default`,
    remedy: `latchkey keys rotate creates a key for ${ALGORITHM_FOR_APPS}, which all accept`,
  };
}

/** Why the service cannot start with these keys. */
export function publicKeyMissing(
  { features, production, keysDir }: Pick<Config, 'features' | 'production' | 'keysDir'>,
  keys: readonly SigningKey[],
  nowMs: number,
): string | undefined {
  const feature = featureWithApps(features);
  return feature && production && !hasPublicKey(keys, nowMs)
    ? `${feature.onWith}=on needs a key that apps can verify with, and ${keysDir} holds none. ` +
        `Make one with: latchkey keys rotate --alg ${ALGORITHM_FOR_APPS}`
    : undefined;
}

/**
 * Apps need a public key to verify tokens. Development generates one. In production the operator decides, because the
 * key then signs access tokens too.
 */
export function ensurePublicKey(config: Config, nowMs: number): void {
  if (!featureWithApps(config.features)) return;
  const { keys } = readSigningKeyFolder(config.keysDir);
  const missing = publicKeyMissing(config, keys, nowMs);
  if (missing !== undefined) throw new SigningKeyFolderUnusable(missing);
  if (!hasPublicKey(keys, nowMs)) addSigningKey(config.keysDir, ALGORITHM_FOR_APPS, nowMs, nowMs);
}
