import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addedUp, counter, gauge, labels, toText } from '../../src/ops/metric-families.ts';
import { parseMetrics } from '../support/metrics.ts';

describe('the metrics of several processes', () => {
  it('are added up, but for what all of them see', () => {
    const one = [
      counter('asked_total', 'Asked.', [[labels({ route: '/a' }), 2]]),
      { ...gauge('waiting', 'Waiting.', 7), isShared: true },
    ];
    const other = [
      counter('asked_total', 'Asked.', [
        [labels({ route: '/a' }), 3],
        [labels({ route: '/b' }), 1],
      ]),
      { ...gauge('waiting', 'Waiting.', 7), isShared: true },
    ];
    assert.deepEqual(Object.fromEntries(parseMetrics(toText(addedUp([one, other])))), {
      'asked_total{route="/a"}': 5,
      'asked_total{route="/b"}': 1,
      waiting: 7,
    });
  });
});
