import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

const MAIN = resolve(import.meta.dirname, '../../src/start.js');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Latchkey as an operator runs it: a process of its own. */
export function startCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  cwd?: string,
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, ['--', MAIN, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(
    ([stdout, stderr, [code]]) => ({ code, stdout, stderr }),
  );
  return { child, ended };
}

export const runCommand = (
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  cwd?: string,
): Promise<Ended> => startCommand(args, environment, cwd).ended;

/** A command whose answer nobody reads, as behind `| head`. */
export async function runUnread(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Omit<Ended, 'stdout'>> {
  const child = spawn(process.execPath, ['--', MAIN, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code, stderr };
}
