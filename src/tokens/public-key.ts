import type { Config } from '../config/config.ts';
import { addSigningKey, readSigningKeyFolder, SigningKeyFolderUnusable } from './signing-key-folder.ts';

/**
 * With OPENID=on apps verify what is signed, which they cannot with a secret of ours. In development a key is made; in production it is the operator who
 * decides, because from then on access tokens are signed with it too.
 */
export function ensurePublicKey({ openid, production, keysDir }: Config, nowMs: number): void {
  if (!openid) return;
  const hasOne = readSigningKeyFolder(keysDir).keys.some(
    (key) => key.publicJwk !== undefined && key.signsFromMs <= nowMs,
  );
  if (hasOne) return;
  if (production) {
    throw new SigningKeyFolderUnusable(
      `OPENID=on needs a key that apps can verify with, and ${keysDir} holds none. Make one with: latchkey keys rotate --alg RS256`,
    );
  }
  addSigningKey(keysDir, 'ES256', nowMs, nowMs);
}
