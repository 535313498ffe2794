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
  /** The one that runs this, unless another is given. */
  readonly node?: string;
  readonly nodeOptions?: readonly string[];
  readonly folder: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Where it answers 200 as soon as it can serve; undefined for one that need only listen. */
  readonly readyPath: string | undefined;
  /** On a machine with one core, as far as it can tell. */
  readonly hasOneCore?: boolean;
}

/** A server as a process of its own, with its log in a file: a pipe would make the generator read it. */
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
