import type { RequestLine } from '../http/server.ts';
import { addDuration, type Durations, durationSamples, newDurations } from './histogram.ts';
import { counter, type Family, labels } from './prometheus-text.ts';

interface Series {
  readonly method: string;
  readonly route: string;
  readonly byStatus: Map<number, number>;
  readonly durations: Durations;
}

export type RequestMetrics = ReturnType<typeof createRequestMetrics>;

/** Labels are declared routes only, so the cardinality is bounded: routes times methods times statuses. */
export function createRequestMetrics() {
  const byRoute = new Map<string, Map<string, Series>>();

  const seriesOf = (method: string, route: string): Series => {
    const ofRoute = byRoute.get(route) ?? new Map<string, Series>();
    byRoute.set(route, ofRoute);
    const series: Series = { method, route, byStatus: new Map(), durations: newDurations() };
    ofRoute.set(method, series);
    return series;
  };

  return {
    record({ method, route, status, ms }: RequestLine) {
      const series = byRoute.get(route)?.get(method) ?? seriesOf(method, route);
      series.byStatus.set(status, (series.byStatus.get(status) ?? 0) + 1);
      addDuration(series.durations, ms);
    },
    families(): Family[] {
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
          help: 'Time from the arrival of a request to its answer.',
          samples: all.flatMap(({ method, route, durations }) => durationSamples(durations, { method, route })),
        },
      ];
    },
  };
}
