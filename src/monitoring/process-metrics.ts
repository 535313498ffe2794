import { monitorEventLoopDelay } from 'node:perf_hooks';
import { counter, type Family, gauge, sharedGauge } from './prometheus-text.ts';

const MICROSECONDS = 1e6;

/** Reported by the primary only. */
export const workerMetrics = (configured: number, died: number): Family[] => [
  gauge('latchkey_processes_configured', 'Configured number of processes (WORKERS).', configured),
  counter('latchkey_worker_deaths_total', 'Workers that died and were replaced.', [['', died]]),
];

/** CPU, memory and event loop, under the standard names of Prometheus clients. */
export function processMetrics({ cpuUsage, memoryUsage }: Pick<NodeJS.Process, 'cpuUsage' | 'memoryUsage'>): Family[] {
  const { user, system } = cpuUsage();
  return [
    counter('process_cpu_seconds_total', 'CPU time.', [['', (user + system) / MICROSECONDS]]),
    gauge('process_resident_memory_bytes', 'Memory in use.', memoryUsage.rss()),
    sharedGauge('process_start_time_seconds', 'Start time.', [['', performance.timeOrigin / 1000]]),
    counter(
      'nodejs_eventloop_active_seconds_total',
      'Time that the event loop was busy: near 1 per second, it is saturated.',
      [['', performance.eventLoopUtilization().active / 1000]],
    ),
  ];
}

const RESOLUTION_MS = 20;
const NANOSECONDS = 1e9;

/**
 * The event loop's lag since the last scrape, under the names of other Prometheus clients for Node; the slowest process
 * counts. It takes a timer, so it is started only if metrics are served.
 */
export function createEventLoopDelay(): () => Family[] {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  // Node measures from timer to timer: without lag that is one interval.
  const lagSeconds = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1000);
  return () => {
    const [p50, p99, max] = [histogram.percentile(50), histogram.percentile(99), histogram.max].map(lagSeconds);
    histogram.reset();
    const lag = (which: string, help: string, value = 0) =>
      sharedGauge(`nodejs_eventloop_lag_${which}_seconds`, help, [['', value]], 'max');
    return [
      lag('p50', 'Lag of the event loop since the last scrape, median.', p50),
      lag('p99', 'Lag of the event loop since the last scrape, 99th percentile.', p99),
      lag('max', 'Lag of the event loop since the last scrape, maximum.', max),
    ];
  };
}
