import type { ServiceProcess } from './service-process.ts';

interface LogLine {
  readonly msg: string;
  readonly pid: number;
}
export const logOf = (service: ServiceProcess): LogLine[] =>
  service
    .output()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

/** Of all that ever served, the oldest first. */
export const workerPids = (service: ServiceProcess): number[] =>
  logOf(service)
    .filter(({ msg }) => msg === 'a worker serves')
    .map(({ pid }) => pid);
