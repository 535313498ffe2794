import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTurnstile } from '../../src/mail/turnstile.ts';
import { createTestTimers } from '../support/clock.ts';

const PATIENCE_MS = 50;

/** A queue at the turnstile; `passed` lists those whose turn has come. Time stands still unless the test moves it. */
function createQueue() {
  const timers = createTestTimers({ standsStill: true });
  const turnstile = createTurnstile(timers, PATIENCE_MS);
  const passed: string[] = [];
  const enter = (name: string) => {
    const ticket = turnstile.ticket();
    void ticket.take().then(() => passed.push(name));
    return ticket;
  };
  /** Whoever can pass has passed by then. */
  const passedNow = async () => {
    await new Promise(setImmediate);
    return passed.join('');
  };
  return { turnstile, timers, enter, passedNow };
}

describe('the turnstile before the last byte', () => {
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

  it('lets the next one pass when its patience is over, and not before', async () => {
    const { enter, passedNow, timers } = createQueue();
    for (const name of ['a', 'b', 'c']) enter(name);
    assert.equal(await passedNow(), 'a');
    timers.pass(PATIENCE_MS - 1);
    assert.equal(await passedNow(), 'a');
    timers.pass(1);
    assert.equal(await passedNow(), 'ab');
    timers.pass(PATIENCE_MS - 1);
    assert.equal(await passedNow(), 'ab');
    timers.pass(1);
    assert.equal(await passedNow(), 'abc');
  });

  it('waits for nobody who left before the turn came, or never asked for one', async () => {
    const { turnstile, enter, passedNow } = createQueue();
    turnstile.ticket();
    const [first, second] = [enter('a'), enter('b')];
    enter('c');
    second.release();
    assert.equal(await passedNow(), 'a');
    first.release();
    assert.equal(await passedNow(), 'abc');
  });
});
