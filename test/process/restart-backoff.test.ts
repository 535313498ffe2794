import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRestartBackoff } from '../../src/process/workers.ts';

describe('the wait before a worker is replaced', () => {
  it('doubles while workers end early or do not start, up to ten seconds, until one has lasted', () => {
    const backoff = createRestartBackoff();
    assert.equal(backoff.delayMs, 100);
    backoff.ended(9999);
    assert.equal(backoff.delayMs, 200);
    backoff.failed();
    assert.equal(backoff.delayMs, 400);
    for (let more = 0; more < 100; more += 1) backoff.failed();
    assert.equal(backoff.delayMs, 10_000);
    backoff.ended(10_000);
    assert.equal(backoff.delayMs, 100);
  });
});
