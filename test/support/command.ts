import { execFile } from 'node:child_process';
import { resolve } from 'node:path';

const MAIN = resolve(import.meta.dirname, '../../src/main.ts');

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `latchkey` as an operator does, in an environment that holds nothing else. */
export const runCommand = (args: readonly string[], settings: Record<string, string>): Promise<CommandResult> =>
  new Promise((done) => {
    const options = { env: { PATH: process.env.PATH, ...settings }, cwd: '/' };
    execFile(process.execPath, [MAIN, ...args], options, (error, stdout, stderr) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });
