import assert from 'node:assert/strict';
import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import type { Family } from '../../src/monitoring/prometheus-text.ts';
import { createWorkerMetrics } from '../../src/process/worker-metrics.ts';

/** One family of each type, as a worker reports it. */
const report = (value: number): { families: Family[] } => ({
  families: (['counter', 'histogram', 'gauge'] as const).map((type) => ({
    name: `latchkey_${type}`,
    type,
    help: '',
    samples: [['', value]],
  })),
});

describe('the metrics of all workers', () => {
  it('keep what those that ended have counted, and not what they held', async () => {
    const metrics = createWorkerMetrics();
    const total = async () =>
      Object.fromEntries((await metrics.total()).map(({ type, samples }) => [type, samples[0]?.[1]]));
    const [first, second] = [new EventEmitter(), new EventEmitter()];
    for (const worker of [first, second]) metrics.follow(worker as Worker);
    first.emit('message', report(3));
    second.emit('message', report(4));
    second.emit('message', { address: 'of another kind of message' });
    assert.deepEqual(await total(), { counter: 7, histogram: 7, gauge: 7 });
    // Its final report, and then its end.
    first.emit('message', report(5));
    first.emit('exit', 0, null);
    assert.deepEqual(await total(), { counter: 9, histogram: 9, gauge: 4 });
    second.emit('exit', null, 'SIGKILL');
    assert.deepEqual(await total(), { counter: 9, histogram: 9 });
  });
});
