import type { Logger } from 'pino';
import { firstFailure } from '../administration/rotate-data-keys.ts';
import type { DataKeys } from '../keys/data-keys.ts';
import { fingerprint, type SigningKeyRing, signingKeyAt, stateOfKey } from '../keys/signing-key.ts';
import type { Timers } from '../lib/timers.ts';
import { VERSION } from '../lib/version.ts';
import { commitUnrecorded, type Store } from '../store/commit.ts';
import * as instanceKeys from '../store/tables/instance-keys.ts';
import * as instances from '../store/tables/instances.ts';

export const WATCH_INTERVAL_MS = 20_000;

interface KeyWatchParts {
  readonly db: Store;
  readonly signingKeys: SigningKeyRing;
  readonly dataKeys: DataKeys;
  readonly nowMs: () => number;
  /** The longest lifetime of a signed token. */
  readonly longestTokenMs: number;
  readonly timers: Timers;
  readonly log: Logger;
}

/** Undefined for a use without a key, or before its key has been looked up. */
type KeyAges = Partial<Record<instanceKeys.KeyUse, number>>;

/**
 * Records in the database that this instance runs and which keys it has. Detects keys that are missing here, which
 * otherwise only users would notice: signing keys of other instances, or of this one before a restart, and data keys.
 */
export function createKeyWatch(parts: KeyWatchParts) {
  const { db, signingKeys, dataKeys, nowMs, longestTokenMs, timers, log } = parts;
  const reported = new Set<string>();
  const firstSeenMs = new Map<string, number>();
  let unknownBefore: ReadonlySet<string> | undefined;
  let failure: string | undefined;
  let isChecked = false;
  let isStart = true;

  const recordInstance = async (instance: string) => {
    const recorded = instances.record({ instance, version: VERSION, clockMs: nowMs(), isStart });
    const keys = instanceKeys.record(instance, heldKeys(parts), longestTokenMs);
    await commitUnrecorded(db, 'what runs', { recorded, keys });
    isStart = false;
  };

  const compareSigningKeys = (instance: string, seen: readonly instanceKeys.SeenKey[]) => {
    const prints = new Set(signingKeys.current().map(fingerprint));
    const unknown = instanceKeys.signedWithin(seen, longestTokenMs).filter((key) => !prints.has(key.fingerprint));
    for (const key of unknown) {
      // Of two instances, the faster one sees a new key in a shared folder first.
      const isNew = unknownBefore !== undefined && !unknownBefore.has(key.fingerprint);
      if (isNew || reported.has(key.fingerprint)) continue;
      reported.add(key.fingerprint);
      reportUnknown(log, key, key.instance !== instance && key.nowMs - key.signedAtMs < instances.RUNNING_MS);
    }
    unknownBefore = new Set(unknown.map((key) => key.fingerprint));
    for (const print of reported) if (!unknownBefore.has(print)) reported.delete(print);
    log.trace('signing keys compared');
  };

  const checkDataKeys = async () => {
    const before = failure;
    failure = await firstFailure(db, dataKeys);
    isChecked = true;
    if (failure !== undefined && before === undefined) {
      log.error(
        { reason: failure },
        'the data keys do not open what they sealed: some users cannot log in with their app, see latchkey ' +
          'data-keys list',
      );
    } else if (failure === undefined && before !== undefined) log.info('the data keys open what they sealed');
  };

  return {
    /**
     * Milliseconds since the current signing and data keys came into use: from the key file or, for a secret in a
     * setting, from the database.
     */
    ages(): KeyAges {
      const signer = signingKeyAt(signingKeys.current(), nowMs());
      const [sealing] = dataKeys.names;
      const since = {
        signing: signer && (signer.signsFromMs || firstSeenMs.get(fingerprint(signer))),
        data: sealing === undefined ? undefined : firstSeenMs.get(dataKeys.fingerprint(sealing)),
      };
      return {
        ...(since.signing !== undefined && { signing: nowMs() - since.signing }),
        ...(since.data !== undefined && { data: nowMs() - since.data }),
      };
    },
    /** Runs the first check; resolves with a function that stops the watch. `instance` is a unique name. */
    async start(instance: string) {
      const look = async () => {
        // Checked on the first run, and afterwards only until repaired.
        if (!isChecked || failure !== undefined) await checkDataKeys();
        await recordInstance(instance);
        const seen = await instanceKeys.all(db);
        compareSigningKeys(instance, seen);
        // Converted from the database's clock, which all instances share.
        for (const key of seen) firstSeenMs.set(key.fingerprint, nowMs() - (key.nowMs - key.firstAtMs));
      };
      // Only a database failure can prevent the check, and that is logged elsewhere.
      const tryLook = () => look().catch(() => {});
      await tryLook();
      return timers.every(WATCH_INTERVAL_MS, () => void tryLook());
    },
    /** Sealed values do not open, so codes of those apps cannot be checked. */
    hasWrongDataKeys: () => failure !== undefined,
    /** Tokens of other instances are refused here, because their key is missing. */
    lacksSigningKeys: () => reported.size > 0,
  };
}

function heldKeys({ signingKeys, dataKeys, nowMs }: KeyWatchParts): instanceKeys.HeldKey[] {
  const known = signingKeys.current();
  return [
    ...known.map((key) => ({
      use: 'signing' as const,
      fingerprint: fingerprint(key),
      name: key.kid ?? null,
      algorithm: key.algorithm,
      signs: stateOfKey(known, key, nowMs()) !== 'verifies',
    })),
    ...dataKeys.names.map((name) => ({
      use: 'data' as const,
      fingerprint: dataKeys.fingerprint(name),
      name,
      algorithm: null,
      signs: false,
    })),
  ];
}

function reportUnknown(log: Logger, key: instanceKeys.SignedKey, isOfRunning: boolean): void {
  const { instance, name, algorithm, signedAtMs } = key;
  const about = { instance, kid: name ?? 'SIGNING_SECRET', algorithm };
  if (isOfRunning) {
    log.error(
      about,
      'an instance signs with a key that is unknown here, so its tokens are refused: all need the same key ' +
        'folder and secrets',
    );
  } else {
    log.error(
      { ...about, last: new Date(signedAtMs).toISOString() },
      'a recently used signing key is unknown here, so its tokens are refused: is the key folder missing, or a secret?',
    );
  }
}
