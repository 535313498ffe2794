import type { ServiceProcess } from './service-process.ts';

interface LogLine {
  readonly msg: string;
  readonly pid: number;
  readonly reason?: string;
}
/** What it says of its workers; the many lines of requests are left out. */
export const logOf = (service: ServiceProcess): LogLine[] =>
  service
    .output()
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.includes('worker'))
    .map((line) => JSON.parse(line));

/** Of all that ever served, the oldest first. */
export const workerPids = (service: ServiceProcess): number[] =>
  logOf(service)
    .filter(({ msg }) => msg === 'a worker is ready')
    .map(({ pid }) => pid);

export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
