import { namedFingerprints } from '../keys/data-keys.ts';
import { namedFingerprint } from '../keys/signing-key.ts';
import type { Timers } from '../lib/timers.ts';
import { VERSION } from '../lib/version.ts';
import * as instances from '../store/tables/instances.ts';
import type { KeyAgeParts } from './key-ages.ts';

const INTERVAL_MS = 20_000;

interface HeartbeatParts extends KeyAgeParts {
  readonly timers: Timers;
}

/** Notes in the database that this instance serves, with what it knows, for latchkey doctor. Returns what ends it. */
export async function startHeartbeat(
  instance: string,
  { db, signingKeys, dataKeys, nowMs, timers }: HeartbeatParts,
): Promise<() => void> {
  let isStart = true;
  const beat = () =>
    db.batch([
      instances.note({
        instance,
        version: VERSION,
        signingKeys: signingKeys.current().map(namedFingerprint).sort().join(' '),
        dataKeys: namedFingerprints(dataKeys).join(' '),
        clockMs: nowMs(),
        isStart,
      }),
    ]);
  // What keeps it from writing is the database, whose loss the log tells elsewhere.
  const beatQuietly = () =>
    beat()
      .then(() => {
        isStart = false;
      })
      .catch(() => {});
  await beatQuietly();
  return timers.every(INTERVAL_MS, () => void beatQuietly());
}
