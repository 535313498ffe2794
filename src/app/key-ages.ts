import type { DataKeys } from '../keys/data-keys.ts';
import { fingerprint, type SigningKeyRing, signingKeyAt } from '../keys/signing-key.ts';
import type { Database } from '../store/engine/database.ts';
import { type KeyUse, knownForMs } from '../store/tables/known-keys.ts';

export interface KeyAgeParts {
  readonly db: Database;
  readonly signingKeys: SigningKeyRing;
  readonly dataKeys: DataKeys;
  readonly nowMs: () => number;
}

/** A use without a key, or whose key nobody has looked up yet, is missing. */
type KeyAges = Partial<Record<KeyUse, number>>;

/** A key of the key folder says since when it signs. For a secret in a setting, the database remembers it. */
export function createKeyAges({ db, signingKeys, dataKeys, nowMs }: KeyAgeParts) {
  const firstSeenMs = new Map<string, number>();
  const signer = () => signingKeyAt(signingKeys.current(), nowMs());
  const inUse = (): (readonly [KeyUse, string])[] => {
    const key = signer();
    const [sealing] = dataKeys.names;
    return [
      ...(key && key.signsFromMs === 0 ? [['signing', fingerprint(key)] as const] : []),
      ...(sealing === undefined ? [] : [['data', dataKeys.fingerprint(sealing)] as const]),
    ];
  };
  return {
    /** Looks up when the keys in use were first seen, unless that is known. */
    async look() {
      for (const [use, print] of inUse()) {
        if (!firstSeenMs.has(print)) firstSeenMs.set(print, nowMs() - (await knownForMs(db, use, print)));
      }
    },
    /** Milliseconds since the keys that sign and seal now came into use. */
    ages(): KeyAges {
      const ages: KeyAges = {};
      const { signsFromMs = 0 } = signer() ?? {};
      if (signsFromMs > 0) ages.signing = nowMs() - signsFromMs;
      for (const [use, print] of inUse()) {
        const sinceMs = firstSeenMs.get(print);
        if (sinceMs !== undefined) ages[use] = nowMs() - sinceMs;
      }
      return ages;
    },
  };
}
