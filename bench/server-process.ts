import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { get } from 'node:http';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { cleanUpAfter, type Lifetime } from '../test/support/clean-up.ts';
import { freePort } from '../test/support/free-port.ts';
import { onServerCore } from './processors.ts';

const START_DEADLINE_MS = 20_000;
const LOOK_EVERY_MS = 2;

export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process to its first answer. */
  readonly coldStartMs: number;
  /** Resolves when the process has ended. */
  readonly ended: Promise<unknown>;
  end(): Promise<void>;
}

export interface ServerProcessOptions {
  readonly script: string;
  /** The Node to use; by default the current one. */
  readonly node?: string;
  readonly nodeOptions?: readonly string[];
  readonly folder: string;
  readonly settings: Readonly<Record<string, string>>;
  /** The path that answers 200 once it can serve; undefined if listening is enough. */
  readonly readyPath: string | undefined;
  /** Lets the process see only one core. */
  readonly hasOneCore?: boolean;
}

/** Starts a server as a process. Its log goes to a file, because the generator would have to read a pipe. */
export async function startServer(t: Lifetime, options: ServerProcessOptions): Promise<ServerProcess> {
  const {
    script,
    node = process.execPath,
    nodeOptions = [],
    folder,
    settings,
    readyPath,
    hasOneCore = false,
  } = options;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const log = openSync(`${folder}/${port}.log`, 'a');
  const startedMs = performance.now();
  const placed = hasOneCore ? onServerCore : (command: string, args: string[]) => [command, args] as const;
  const [command, args] = placed(node, [...nodeOptions, script]);
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...settings },
    stdio: ['ignore', log, 'inherit'],
  });
  const ended = once(child, 'exit');
  const end = () => kill(child);
  cleanUpAfter(t, end);
  while (!(await (readyPath === undefined ? listens(port) : answers(`${url}${readyPath}`)))) {
    if (child.exitCode !== null) throw new Error(`${script} ended before it could serve`);
    if (performance.now() - startedMs > START_DEADLINE_MS) throw new Error(`${script} does not serve`);
    await setTimeout(LOOK_EVERY_MS);
  }
  return { url, pid: child.pid ?? 0, coldStartMs: performance.now() - startedMs, ended, end };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const answers = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode === 200));
    }).on('error', () => resolve(false));
  });

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
