import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { OutputStream } from '../../src/cli/framework/print.ts';
import { runCommandLine } from '../../src/cli/run-command-line.ts';
import { quickFolder } from './quick-folder.ts';

const MAIN = resolve(import.meta.dirname, '../../src/start.js');

/** Where commands run unless a test names a folder: in that of the project, a developer's own `data` would be found. */
let empty: string | undefined;
function emptyFolder(): string {
  if (empty === undefined) {
    const made = mkdtempSync(join(quickFolder(), 'latchkey-empty-'));
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    empty = made;
  }
  return empty;
}

type Variables = Readonly<Record<string, string>>;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs an operator command in this process, through the entrance that the program uses (src/cli/run-command-line.ts): a
 * process of its own costs a quarter of a second of processor time. Where the process matters (signals, a closed pipe,
 * the end of the process, the service), use `runProgram`.
 */
export async function runCommand(args: readonly string[], environment: Variables, cwd?: string): Promise<Ended> {
  const stdout = createSink();
  const { code, stderr } = await runInto(stdout, args, environment, cwd);
  return { code, stdout: stdout.text(), stderr };
}

/**
 * A command whose answer nobody reads: its first write fails, as with a pipe whose reader has gone. Also tells how
 * often it has written.
 */
export async function runUnread(args: readonly string[], environment: Variables) {
  const closed = new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
  });
  closed.on('error', () => {});
  let writes = 0;
  const counted: OutputStream = {
    write(text) {
      writes += 1;
      closed.write(text);
    },
    get errored() {
      return closed.errored;
    },
  };
  return { ...(await runInto(counted, args, environment)), writes };
}

/** A command whose answer is read slowly. Also tells how many bytes of it waited to be read at most. */
export async function runSlowlyRead(args: readonly string[], environment: Variables) {
  const parts: string[] = [];
  let most = 0;
  const slow = new Writable({
    decodeStrings: false,
    write(part: string, _encoding, done) {
      most = Math.max(most, slow.writableLength);
      parts.push(part);
      setImmediate(done);
    },
  });
  const ended = await runInto(slow, args, environment);
  slow.end();
  await once(slow, 'finish');
  return { ...ended, stdout: parts.join(''), most };
}

const runsApart = () => Promise.reject(new Error('the service does not run in the process of a test: use runProgram'));

/** The working folder belongs to the whole process, so one command runs at a time. */
let last: Promise<unknown> = Promise.resolve();

function runInto(stdout: OutputStream, args: readonly string[], environment: Variables, cwd = emptyFolder()) {
  const run = async () => {
    const before = process.cwd();
    process.chdir(cwd);
    try {
      const stderr = createSink();
      const code = await runCommandLine(args, {
        environment: { PATH: process.env.PATH, ...environment },
        stdout,
        stderr,
        isTerminal: false,
        nowMs: Date.now,
        unitFile: undefined,
        serve: runsApart,
        serveForTests: runsApart,
      });
      return { code, stderr: stderr.text() };
    } finally {
      process.chdir(before);
    }
  };
  const ended = last.then(run);
  last = ended.catch(() => {});
  return ended;
}

function createSink(): OutputStream & { text(): string } {
  const parts: string[] = [];
  return { write: (part) => parts.push(part), text: () => parts.join('') };
}

/** Latchkey as an operator starts it: a process of its own. */
export function startProgram(
  args: readonly string[],
  environment: Variables,
  cwd?: string,
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawnProgram(args, environment, cwd);
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(
    ([stdout, stderr, [code]]) => ({ code, stdout, stderr }),
  );
  return { child, ended };
}

export const runProgram = (args: readonly string[], environment: Variables, cwd?: string): Promise<Ended> =>
  startProgram(args, environment, cwd).ended;

/** In a process with limits that a shell sets, such as `ulimit -f 64`. */
export async function runProgramLimited(
  limits: string,
  args: readonly string[],
  environment: Variables,
): Promise<Ended> {
  const script = `${limits}; exec "$0" -- "$@"`;
  const child = spawn('/bin/sh', ['-c', script, process.execPath, MAIN, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    cwd: emptyFolder(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, stdout, stderr };
}

/** As behind `| head`. */
export async function runProgramUnread(
  args: readonly string[],
  environment: Variables,
): Promise<Omit<Ended, 'stdout'>> {
  const child = spawnProgram(args, environment);
  child.stdout.destroy();
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code, stderr };
}

const spawnProgram = (args: readonly string[], environment: Variables, cwd = emptyFolder()) =>
  spawn(process.execPath, ['--', MAIN, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
