import type { Store } from '../../store/commit.ts';
import { addActiveUsers } from '../../store/tables/statistics.ts';

/** Records who refreshes a session, for the statistics of active users. Logins are counted from the audit trail. */
export interface ActiveUsers {
  record(userId: number): void;
  /** Adds the users recorded since the last call to the statistics. */
  flush(db: Store): Promise<void>;
}

const DAY_MS = 86_400_000;
/** The highest id that is remembered. Users with higher ids only cost another write. */
const MAX_REMEMBERED = 2 ** 26;

/** A refresh must not cost a write: each user of the day is a bit in memory, and new ones are written periodically. */
export function createActiveUsers(nowMs: () => number): ActiveUsers {
  let day = 0;
  let seen = new Uint8Array(1024);
  let active = new Set<number>();
  const before: { readonly day: number; readonly userIds: readonly number[] }[] = [];

  const beginDay = (today: number) => {
    if (active.size > 0) before.push({ day, userIds: [...active] });
    day = today;
    seen = new Uint8Array(1024);
    active = new Set();
  };
  const isFirst = (userId: number): boolean => {
    if (userId >= MAX_REMEMBERED) return true;
    const [at, bit] = [userId >> 3, 1 << (userId & 7)];
    if (at >= seen.length) {
      const larger = new Uint8Array(Math.max(at + 1, seen.length * 2));
      larger.set(seen);
      seen = larger;
    }
    if (((seen[at] as number) & bit) !== 0) return false;
    seen[at] = (seen[at] as number) | bit;
    return true;
  };
  return {
    record(userId) {
      const today = Math.floor(nowMs() / DAY_MS);
      if (today !== day) beginDay(today);
      if (isFirst(userId)) active.add(userId);
    },
    async flush(db) {
      if (active.size > 0) before.push({ day, userIds: [...active] });
      active = new Set();
      for (let one = before.shift(); one; one = before.shift()) {
        try {
          await addActiveUsers(db, one.day, one.userIds);
        } catch (error) {
          before.unshift(one);
          throw error;
        }
      }
    },
  };
}
