import { CannotOpen, type DataKeys, keyNameOf } from '../keys/data-keys.ts';
import { type Actor, withoutAddress } from '../store/audit/record.ts';
import { change, event, unrecorded } from '../store/change.ts';
import type { Store } from '../store/commit.ts';
import type { Reads } from '../store/engine/database.ts';
import * as sealedColumns from '../store/tables/sealed-columns.ts';

const STEP = 200;

interface Resealed {
  readonly resealed: number;
  /** The reasons why values could not be opened, one per value. */
  readonly failures: readonly string[];
}

/**
 * Reseals every value that the first key did not seal, in small steps while the service runs. A value that is replaced
 * meanwhile is skipped, because the service seals with the first key itself.
 */
export async function resealAll(db: Store, dataKeys: DataKeys, actor: Actor): Promise<Resealed> {
  const [first = ''] = dataKeys.names;
  const failures: string[] = [];
  let resealed = 0;
  for (const place of sealedColumns.SEALED_COLUMNS) {
    for (let after = 0; ; ) {
      const values = await sealedColumns.notSealedBy(db, place, `${first}:`, after, STEP);
      for (const value of values) {
        after = value.userId;
        try {
          const text = dataKeys.open({ ...place, userId: value.userId }, value.sealed);
          const anew = dataKeys.seal({ ...place, userId: value.userId }, text);
          const { done } = await db.commit(
            withoutAddress(null),
            unrecorded('one event for all', { done: sealedColumns.reseal(place, value, anew) }),
          );
          if (done) resealed += 1;
        } catch (error) {
          if (!(error instanceof CannotOpen)) throw error;
          failures.push(error.message);
        }
      }
      if (values.length < STEP) break;
    }
  }
  if (resealed > 0) await db.commit(actor, change(event('data_keys_rotated', null), {}));
  return { resealed, failures };
}

interface DataKeyUse {
  readonly name: string;
  readonly values: number;
  /** Why the tested value could not be opened; undefined if it could. */
  readonly failure: string | undefined;
}

/** Lists every key that seals a value, and tests whether one value of each column opens. */
export async function dataKeysInUse(db: Reads, dataKeys: DataKeys): Promise<DataKeyUse[]> {
  const uses = new Map<string, DataKeyUse>();
  for (const place of sealedColumns.SEALED_COLUMNS) {
    for (const { keyName, values, anyUserId } of await sealedColumns.countByKey(db, place)) {
      const before = uses.get(keyName);
      const failure = before?.failure ?? (await failureOf(db, dataKeys, place, anyUserId, keyName));
      uses.set(keyName, { name: keyName, values: (before?.values ?? 0) + values, failure });
    }
  }
  return [...uses.values()];
}

async function failureOf(
  db: Reads,
  dataKeys: DataKeys,
  place: sealedColumns.SealedColumn,
  userId: number,
  keyName: string,
): Promise<string | undefined> {
  const { sealed } = (await sealedColumns.sealedValueOf(db, place, userId)) ?? {};
  // The value was removed or resealed since the count.
  if (sealed == null || keyNameOf(sealed) !== keyName) return undefined;
  return whyNotOpened(dataKeys, place, userId, sealed);
}

function whyNotOpened(
  dataKeys: DataKeys,
  place: sealedColumns.SealedColumn,
  userId: number,
  sealed: string,
): string | undefined {
  try {
    dataKeys.open({ ...place, userId }, sealed);
    return undefined;
  } catch (error) {
    if (error instanceof CannotOpen) return error.message;
    throw error;
  }
}

/** Why a sealed value does not open; undefined if all tested values do. Only a few are tested. */
export async function firstFailure(db: Reads, dataKeys: DataKeys): Promise<string | undefined> {
  for (const place of sealedColumns.SEALED_COLUMNS) {
    for (const { userId, sealed } of await sealedColumns.outermostValues(db, place)) {
      const failure = whyNotOpened(dataKeys, place, userId, sealed);
      if (failure !== undefined) return failure;
    }
  }
  return undefined;
}
