import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const SERVER_CORE = '0';
const GENERATOR_CORE = '1';

const everyCore = `0-${availableParallelism() - 1}`;

export const canPin: boolean =
  availableParallelism() > 1 && spawnSync('taskset', ['-p', String(process.pid)], { stdio: 'ignore' }).status === 0;

/** All threads of the process; where the system has no way to do it, they stay wherever they are put. */
function pin(pid: number, cores: string): void {
  if (canPin) spawnSync('taskset', ['-a', '-c', '-p', cores, String(pid)], { stdio: 'ignore' });
}

/** Meanwhile the server has one core, and this process, which generates the load, another: neither takes time from the other. */
export async function onCoresOfTheirOwn<T>(server: number, work: () => Promise<T>): Promise<T> {
  pin(server, SERVER_CORE);
  pin(process.pid, GENERATOR_CORE);
  try {
    return await work();
  } finally {
    pin(server, everyCore);
    pin(process.pid, everyCore);
  }
}

export interface Memory {
  readonly nowMiB: number;
  readonly peakMiB: number;
}

/** Only Linux tells; elsewhere it is not a number. */
export function memoryOf(pid: number): Memory {
  let status = '';
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {}
  const mebibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { nowMiB: mebibytes('VmRSS'), peakMiB: mebibytes('VmHWM') };
}
