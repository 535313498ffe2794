import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const SERVER_CORE = '0';
const GENERATOR_CORE = '1';

const everyCore = `0-${availableParallelism() - 1}`;

export const canPin: boolean =
  availableParallelism() > 1 && spawnSync('taskset', ['-p', String(process.pid)], { stdio: 'ignore' }).status === 0;

/** Pins all threads of the process; does nothing on systems without a way to do so. */
function pin(pid: number, cores: string): void {
  if (canPin) spawnSync('taskset', ['-a', '-c', '-p', cores, String(pid)], { stdio: 'ignore' });
}

/** Gives the server one core and this process, which generates the load, another. */
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

/** For a server that was started on the other core. */
export async function onGeneratorCore<T>(work: () => Promise<T>): Promise<T> {
  pin(process.pid, GENERATOR_CORE);
  try {
    return await work();
  } finally {
    pin(process.pid, everyCore);
  }
}

/** Runs the command on the server's core from the first moment, so that it sees only one core. */
export const onServerCore = (command: string, args: readonly string[]): [command: string, args: string[]] =>
  canPin ? ['taskset', ['-c', SERVER_CORE, command, ...args]] : [command, [...args]];

export interface Memory {
  readonly nowMiB: number;
  readonly peakMiB: number;
}

/** Available on Linux only; NaN elsewhere. */
export function memoryOf(pid: number): Memory {
  let status = '';
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {}
  const mebibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { nowMiB: mebibytes('VmRSS'), peakMiB: mebibytes('VmHWM') };
}
