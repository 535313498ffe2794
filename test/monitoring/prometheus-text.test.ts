import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  combineFamilies,
  counter,
  labels,
  sharedGauge,
  toPrometheusText,
} from '../../src/monitoring/prometheus-text.ts';
import { parseMetrics } from '../support/metrics.ts';

describe('the metrics of several processes', () => {
  it('are added up, but for what all of them see', () => {
    const one = [
      counter('asked_total', 'Asked.', [[labels({ route: '/a' }), 2]]),
      sharedGauge('waiting', 'Waiting.', [['', 7]]),
    ];
    const other = [
      counter('asked_total', 'Asked.', [
        [labels({ route: '/a' }), 3],
        [labels({ route: '/b' }), 1],
      ]),
      sharedGauge('waiting', 'Waiting.', [['', 7]]),
    ];
    assert.deepEqual(Object.fromEntries(parseMetrics(toPrometheusText(combineFamilies([one, other])))), {
      'asked_total{route="/a"}': 5,
      'asked_total{route="/b"}': 1,
      waiting: 7,
    });
  });
});
