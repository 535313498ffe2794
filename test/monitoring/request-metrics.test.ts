import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toPrometheusText } from '../../src/monitoring/prometheus-text.ts';
import { createRequestMetrics } from '../../src/monitoring/request-metrics.ts';
import { parseMetrics } from '../support/metrics.ts';

const BOUNDS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The lowest bound whose bucket holds a request that took this long. */
function bucketOf(ms: number): string {
  const metrics = createRequestMetrics();
  metrics.record({ method: 'GET', route: '/api/me', status: 200, ms } as Parameters<typeof metrics.record>[0]);
  const samples = parseMetrics(toPrometheusText(metrics.families()));
  const name = (le: number | string) =>
    `latchkey_http_request_duration_seconds_bucket{method="GET",route="/api/me",le="${le}"}`;
  const bounds = [...BOUNDS_S.map(String), '+Inf'];
  const counts = bounds.map((le) => samples.get(name(le)));
  const at = counts.indexOf(1);
  assert.deepEqual(
    counts,
    bounds.map((_, index) => (index < at ? 0 : 1)),
  );
  return String(bounds[at]);
}

describe('the histogram of durations', () => {
  it('counts a request under its bound, the bound itself included', () => {
    for (const [at, bound] of BOUNDS_S.entries()) {
      assert.equal(bucketOf(bound * 1000), String(bound), `exactly ${bound} s`);
      assert.equal(bucketOf(bound * 1000 + 0.001), String(BOUNDS_S[at + 1] ?? '+Inf'), `just over ${bound} s`);
    }
    assert.equal(bucketOf(0), '0.001');
  });
});
