import type { Logger } from 'pino';
import { firstFailure } from '../accounts/administration/rotate-data-keys.ts';
import { fingerprint, stateOfKey } from '../keys/signing-key.ts';
import type { Timers } from '../lib/timers.ts';
import * as seenKeys from '../store/tables/signing-keys.ts';
import { createKeyAges, type KeyAgeParts } from './key-ages.ts';

export const WATCH_INTERVAL_MS = 20_000;
/** An instance that has noted its keys within this time runs; rows are renewed every minute. */
const RUNNING_MS = 2 * 60_000;

interface KeyWatchParts extends KeyAgeParts {
  /** The longest lifetime of a signed token. */
  readonly longestTokenMs: number;
  readonly timers: Timers;
  readonly log: Logger;
}

/**
 * Looks for keys that are missing here, which nobody else would notice but users: signing keys of other instances, or
 * of this one before it was started anew, and data keys.
 */
export function createKeyWatch({ longestTokenMs, timers, log, ...parts }: KeyWatchParts) {
  const { db, signingKeys, dataKeys, nowMs } = parts;
  const keyAges = createKeyAges(parts);
  const reported = new Set<string>();
  let unknownBefore: ReadonlySet<string> | undefined;
  let failure: string | undefined;
  let isChecked = false;
  let stopLooking = () => {};

  const compareSigningKeys = async (instance: string) => {
    const known = signingKeys.current();
    const inUse = known.filter((key) => stateOfKey(known, key, nowMs()) !== 'verifies');
    await seenKeys.note(db, instance, inUse.map(described), longestTokenMs);
    const prints = new Set(known.map(fingerprint));
    const seen = await seenKeys.seenWithin(db, longestTokenMs);
    const unknown = seen.filter((key) => !prints.has(key.fingerprint));
    for (const key of unknown) {
      // A new key in a shared folder is known to the quicker of two instances first.
      const isNew = unknownBefore !== undefined && !unknownBefore.has(key.fingerprint);
      if (isNew || reported.has(key.fingerprint)) continue;
      reported.add(key.fingerprint);
      report(key, key.instance !== instance && key.ageMs < RUNNING_MS);
    }
    unknownBefore = new Set(unknown.map((key) => key.fingerprint));
    for (const print of reported) if (!unknownBefore.has(print)) reported.delete(print);
    log.trace('signing keys compared');
  };

  const report = ({ instance, kid, algorithm, lastAt }: seenKeys.SeenKey, isOfRunning: boolean) => {
    const about = { instance, kid: kid ?? 'SIGNING_SECRET', algorithm };
    if (isOfRunning) {
      log.error(
        about,
        'an instance signs with a key that is not known here, so its tokens are refused: all need the same key ' +
          'folder and secrets',
      );
    } else {
      log.error(
        { ...about, last: new Date(lastAt).toISOString() },
        'a key that signed until lately is not known here, so its tokens are refused: is the key folder missing, ' +
          'or a secret?',
      );
    }
  };

  const checkDataKeys = async () => {
    const before = failure;
    failure = await firstFailure(db, dataKeys);
    isChecked = true;
    if (failure !== undefined && before === undefined) {
      log.error(
        { reason: failure },
        'the data keys do not open what they sealed: some users cannot log in with their app, see latchkey data-keys list',
      );
    } else if (failure === undefined && before !== undefined) log.info('the data keys open what they sealed');
  };

  return {
    /** How old the keys in use are. */
    ages: keyAges.ages,
    /** The first look. `instance`: a name that no other instance has. */
    async start(instance: string) {
      const look = async () => {
        // Looked at once: afterwards only whether it was mended.
        if (!isChecked || failure !== undefined) await checkDataKeys();
        await compareSigningKeys(instance);
        await keyAges.look();
      };
      // What keeps it from looking is the database, whose loss the log tells elsewhere.
      const lookQuietly = () => look().catch(() => {});
      await lookQuietly();
      stopLooking = timers.every(WATCH_INTERVAL_MS, () => void lookQuietly());
    },
    /** Sealed values do not open: codes of those apps cannot be checked. */
    hasWrongDataKeys: () => failure !== undefined,
    /** Tokens of others are refused here, because their key is missing. */
    lacksSigningKeys: () => reported.size > 0,
    stop: () => stopLooking(),
  };
}

const described = (key: Parameters<typeof fingerprint>[0]): seenKeys.KeyInUse => ({
  fingerprint: fingerprint(key),
  kid: key.kid ?? null,
  algorithm: key.algorithm,
});
