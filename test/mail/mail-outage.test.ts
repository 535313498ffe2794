import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { backoffMs, createMailOutage } from '../../src/mail/mail-outage.ts';
import { KINDS } from '../../src/store/tables/email-kinds.ts';
import { createTestTimers } from '../support/clock.ts';

const MINUTE_MS = 60_000;

describe('the wait before the next attempt', () => {
  it('doubles from a second up to two minutes, and is shortened by up to half at random', () => {
    const longest = [1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 2 * MINUTE_MS, 2 * MINUTE_MS];
    for (const [at, expected] of longest.entries()) {
      const waits = Array.from({ length: 200 }, () => backoffMs(at + 1));
      assert.ok(Math.max(...waits) <= expected && Math.max(...waits) > 0.9 * expected, `${Math.max(...waits)} ms`);
      assert.ok(Math.min(...waits) >= expected / 2 && Math.min(...waits) < 0.6 * expected, `${Math.min(...waits)} ms`);
    }
    assert.ok(backoffMs(5000) <= 2 * MINUTE_MS);
  });

  it('ends when the link of the e-mail would have ended', () => {
    const day = 24 * 60 * MINUTE_MS;
    assert.deepEqual(
      [KINDS.verification, KINDS.password_reset, KINDS.password_changed].map(({ givenUpAfterMs }) => givenUpAfterMs),
      [day, 30 * MINUTE_MS, day],
    );
  });
});

describe('an outage of the mail server', () => {
  it('takes failures of attempts that were under way together for one', () => {
    const timers = createTestTimers({ standsStill: true });
    const outage = createMailOutage(timers);
    const epoch = outage.epoch();
    assert.deepEqual(
      [outage.isOn(), outage.attemptFailed(epoch), outage.attemptFailed(epoch), outage.attemptFailed(epoch)],
      [false, true, false, false],
    );
    assert.ok(outage.isOn() && outage.probeInMs() <= 250 && outage.probeInMs() >= 125, `${outage.probeInMs()} ms`);
    timers.pass(250);
    assert.equal(outage.probeInMs(), 0);
    assert.equal(outage.attemptFailed(outage.epoch()), true);
    assert.ok(outage.probeInMs() <= 500 && outage.probeInMs() >= 250, 'the second wait is twice as long');
    outage.end();
    assert.equal(outage.isOn(), false);
  });
});
