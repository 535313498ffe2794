import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createHandOverMutex } from '../../src/mail/hand-over-mutex.ts';
import { createTestTimers } from '../support/clock.ts';

const MAX_HELD_MS = 50;

/** A queue for the mutex; `passed` lists those whose turn has come. Time stands still unless the test moves it. */
function createQueue() {
  const timers = createTestTimers({ standsStill: true });
  const lockHandOver = createHandOverMutex(timers, MAX_HELD_MS);
  const passed: string[] = [];
  const enter = (name: string) => {
    const lock = lockHandOver();
    void lock.acquire().then(() => passed.push(name));
    return lock;
  };
  /** Whoever can pass has passed by then. */
  const passedNow = async () => {
    await new Promise(setImmediate);
    return passed.join('');
  };
  return { lockHandOver, timers, enter, passedNow };
}

describe('the mutex around the hand-over', () => {
  it('lets one pass at a time, in the order of their asking', async () => {
    const { enter, passedNow, timers } = createQueue();
    const tickets = ['a', 'b', 'c'].map(enter);
    for (const [at, expected] of ['a', 'ab', 'abc'].entries()) {
      assert.equal(await passedNow(), expected);
      tickets[at]?.release();
    }
    assert.equal(await passedNow(), 'abc');
    assert.equal(timers.pending, 0, 'nothing is left behind');
  });

  it('lets the next one pass when its timeouts is over, and not before', async () => {
    const { enter, passedNow, timers } = createQueue();
    for (const name of ['a', 'b', 'c']) enter(name);
    assert.equal(await passedNow(), 'a');
    timers.pass(MAX_HELD_MS - 1);
    assert.equal(await passedNow(), 'a');
    timers.pass(1);
    assert.equal(await passedNow(), 'ab');
    timers.pass(MAX_HELD_MS - 1);
    assert.equal(await passedNow(), 'ab');
    timers.pass(1);
    assert.equal(await passedNow(), 'abc');
  });

  it('waits for nobody who left before the turn came, or never asked for one', async () => {
    const { lockHandOver, enter, passedNow } = createQueue();
    lockHandOver();
    const [first, second] = [enter('a'), enter('b')];
    enter('c');
    second.release();
    assert.equal(await passedNow(), 'a');
    first.release();
    assert.equal(await passedNow(), 'abc');
  });
});
