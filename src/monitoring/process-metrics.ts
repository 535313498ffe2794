import { counter, type Family, gauge, sharedGauge } from './prometheus-text.ts';

const MICROSECONDS = 1e6;

/** Of the process that holds the port: how many others should serve, and how many were lost. */
export const workerMetrics = (configured: number, died: number): Family[] => [
  gauge('latchkey_processes_configured', 'Processes that should serve: WORKERS.', configured),
  counter('latchkey_worker_deaths_total', 'Workers that died and were replaced.', [['', died]]),
];

/** CPU, memory and event loop metrics, under the standard names of Prometheus clients. */
export function processMetrics({ cpuUsage, memoryUsage }: Pick<NodeJS.Process, 'cpuUsage' | 'memoryUsage'>): Family[] {
  const { user, system } = cpuUsage();
  return [
    counter('process_cpu_seconds_total', 'Processor time.', [['', (user + system) / MICROSECONDS]]),
    gauge('process_resident_memory_bytes', 'Memory in use.', memoryUsage.rss()),
    sharedGauge('process_start_time_seconds', 'When it was started.', [['', performance.timeOrigin / 1000]]),
    counter(
      'nodejs_eventloop_active_seconds_total',
      'How long the event loop was at work: near 1 a second, it is full.',
      [['', performance.eventLoopUtilization().active / 1000]],
    ),
  ];
}
