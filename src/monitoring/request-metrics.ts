import type { RequestLine } from '../http/server.ts';
import { counter, type Family, labels } from './prometheus-text.ts';

/** Upper bounds of the histogram buckets: from a fast read to a login that waited in a full hashing queue. */
const BOUNDS_MS = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000];

interface Series {
  readonly method: string;
  readonly route: string;
  readonly byStatus: Map<number, number>;
  /** Requests per histogram bucket, not cumulative; the last bucket is unbounded. */
  readonly byDuration: number[];
  totalMs: number;
}

export interface RequestMetrics {
  record(line: RequestLine): void;
  families(): Family[];
}

/** Labels are declared routes only, so the cardinality is bounded: routes times methods times statuses. */
export function createRequestMetrics(): RequestMetrics {
  const byRoute = new Map<string, Map<string, Series>>();

  const seriesOf = (method: string, route: string): Series => {
    const ofRoute = byRoute.get(route) ?? new Map<string, Series>();
    byRoute.set(route, ofRoute);
    const series: Series = {
      method,
      route,
      byStatus: new Map(),
      byDuration: Array.from({ length: BOUNDS_MS.length + 1 }, () => 0),
      totalMs: 0,
    };
    ofRoute.set(method, series);
    return series;
  };

  return {
    record({ method, route, status, ms }) {
      const series = byRoute.get(route)?.get(method) ?? seriesOf(method, route);
      series.byStatus.set(status, (series.byStatus.get(status) ?? 0) + 1);
      let at = 0;
      while (at < BOUNDS_MS.length && ms > (BOUNDS_MS[at] as number)) at += 1;
      series.byDuration[at] = (series.byDuration[at] as number) + 1;
      series.totalMs += ms;
    },
    families() {
      const all = [...byRoute.values()].flatMap((ofRoute) => [...ofRoute.values()]);
      return [
        counter(
          'latchkey_http_requests_total',
          'Requests answered.',
          all.flatMap(({ method, route, byStatus }) =>
            [...byStatus].map(([status, count]) => [labels({ method, route, status }), count] as const),
          ),
        ),
        {
          name: 'latchkey_http_request_duration_seconds',
          type: 'histogram',
          help: 'From the arrival of a request to its answer.',
          samples: all.flatMap(durations),
        },
      ];
    },
  };
}

function durations({ method, route, byDuration, totalMs }: Series): Family['samples'] {
  let count = 0;
  const buckets = byDuration.map((more, at) => {
    count += more;
    const bound = BOUNDS_MS[at];
    const le = bound === undefined ? '+Inf' : bound / 1000;
    return [`_bucket${labels({ method, route, le })}`, count] as const;
  });
  const own = labels({ method, route });
  return [...buckets, [`_sum${own}`, totalMs / 1000], [`_count${own}`, count]];
}
