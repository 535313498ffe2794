import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Family, sharedGauge } from './prometheus-text.ts';

const RESOLUTION_MS = 20;
const NANOSECONDS = 1e9;

/**
 * How late the event loop runs timers, under the names of other Prometheus clients for Node. Since the last scrape; of
 * several processes the slowest counts. Started only where metrics are served: it takes a timer.
 */
export function createEventLoopDelay(): () => Family[] {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  // Node measures from timer to timer, so what is on time has taken one interval.
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1000);
  return () => {
    const [p50, p99, max] = [histogram.percentile(50), histogram.percentile(99), histogram.max].map(late);
    histogram.reset();
    const lag = (which: string, help: string, value = 0) =>
      sharedGauge(`nodejs_eventloop_lag_${which}_seconds`, help, [['', value]], 'max');
    return [
      lag('p50', 'How late timers of the event loop are, since the last scrape: median.', p50),
      lag('p99', 'The same, 99th percentile.', p99),
      lag('max', 'The same, the longest.', max),
    ];
  };
}
