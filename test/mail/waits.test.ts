import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createServerWatch } from '../../src/mail/server-watch.ts';
import { GIVE_UP_AFTER_MS, growingWaitMs } from '../../src/mail/waits.ts';
import { createTestTimers } from '../support/clock.ts';

const MINUTE_MS = 60_000;

describe('the wait before the next attempt', () => {
  it('doubles from a second up to two minutes, and is shortened by up to half at random', () => {
    const longest = [1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 2 * MINUTE_MS, 2 * MINUTE_MS];
    for (const [at, expected] of longest.entries()) {
      const waits = Array.from({ length: 200 }, () => growingWaitMs(at + 1));
      assert.ok(Math.max(...waits) <= expected && Math.max(...waits) > 0.9 * expected, `${Math.max(...waits)} ms`);
      assert.ok(Math.min(...waits) >= expected / 2 && Math.min(...waits) < 0.6 * expected, `${Math.min(...waits)} ms`);
    }
    assert.ok(growingWaitMs(5000) <= 2 * MINUTE_MS);
  });

  it('ends when the link of the e-mail would have ended', () => {
    const day = 24 * 60 * MINUTE_MS;
    assert.deepEqual(
      [GIVE_UP_AFTER_MS.verification, GIVE_UP_AFTER_MS.password_reset, GIVE_UP_AFTER_MS.password_changed],
      [day, 30 * MINUTE_MS, day],
    );
  });
});

describe('the watch on the mail server', () => {
  it('takes failures of attempts that were under way together for one', () => {
    const timers = createTestTimers({ standsStill: true });
    const watch = createServerWatch(timers);
    const era = watch.era();
    assert.deepEqual(
      [watch.isAway(), watch.failed(era), watch.failed(era), watch.failed(era)],
      [false, true, false, false],
    );
    assert.ok(watch.isAway() && watch.probeInMs() <= 250 && watch.probeInMs() >= 125, `${watch.probeInMs()} ms`);
    timers.pass(250);
    assert.equal(watch.probeInMs(), 0);
    assert.equal(watch.failed(watch.era()), true);
    assert.ok(watch.probeInMs() <= 500 && watch.probeInMs() >= 250, 'the second wait is twice as long');
    watch.answered();
    assert.equal(watch.isAway(), false);
  });
});
