import { refuseUnknownMembers } from '../administration/read-body.ts';
import { InvalidMember } from '../api/errors.ts';
import { durationWithin } from '../declare/value-formats.ts';
import { ApiError } from '../http/api-error.ts';
import type { Body } from '../http/json-body.ts';
import { type Clock, realNowMs } from './clock.ts';

export interface MovableTime {
  pass(ms: number): Promise<void>;
  /** Returns to the real time. */
  reset(): Promise<void>;
}

/** `isGlobal`: `Date.now` is replaced too while the time is moved. */
export function createMovableTime(clock: Clock, isGlobal: boolean): MovableTime {
  let movedMs = 0;
  return {
    async pass(ms) {
      movedMs += ms;
      if (isGlobal) Date.now = clock.nowMs;
      await clock.advance(ms);
    },
    async reset() {
      if (isGlobal) Date.now = realNowMs;
      await clock.jump(-movedMs);
      movedMs = 0;
    },
  };
}

const DAY_MS = 86_400_000;
const anyTime = durationWithin(1000, 4000 * DAY_MS);

/** The member `advance`, a time as in settings. */
export function readAdvance(body: Body): number {
  refuseUnknownMembers(body, ['advance']);
  try {
    return anyTime.parse(body.text('advance'), 1);
  } catch {
    throw new ApiError(InvalidMember, { field: 'advance', rule: 'a time from 1s to 4000d, such as 20m' });
  }
}
