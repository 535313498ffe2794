import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { cleanUpAfter, type Lifetime } from './clean-up.ts';
import { type Client, createClient } from './client.ts';
import { freePort } from './free-port.ts';
import { FRONTEND_URL, SIGNING_SECRET } from './service.ts';

const PROGRAM = resolve(import.meta.dirname, '../..');
/** As if npm had started it: then it looks for its parent, and nothing is left of a test run that was killed. */
const ENDS_WITH_PARENT = { npm_lifecycle_script: 'src/start.js' };
/**
 * A start takes half a second of processor time, which may be long in coming on a busy machine; one that fails ends,
 * and is noticed at once.
 */
const READY_DEADLINE_MS = 60_000;
const LOOK_EVERY_MS = 20;

/** The service as a process of its own, to be killed. */
export interface ServiceProcess {
  readonly url: string;
  readonly dataDir: string;
  readonly child: ChildProcess;
  readonly request: Client;
  /** Everything it has printed. */
  output(): string;
  /** `program`: the folder of another version. */
  start(program?: string): Promise<void>;
  untilReady(): Promise<void>;
  /** Sends the signal and waits for the end; answers with the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export interface ServiceProcessOptions {
  readonly settings?: Readonly<Record<string, string>>;
  /** A shell command to run before, in the same process: limits are inherited. */
  readonly limits?: string;
  /** The program that runs it, if not the one that runs the tests. */
  readonly node?: string;
}

export async function createServiceProcess(
  t: Lifetime,
  { settings = {}, limits = ':', node = process.execPath }: ServiceProcessOptions = {},
): Promise<ServiceProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-process-'));
  cleanUpAfter(t, () => rmSync(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess;
  let output = '';
  let closed: Promise<unknown> = Promise.resolve();
  const isRunning = () => child && child.exitCode === null && child.signalCode === null;

  const service: ServiceProcess = {
    url,
    dataDir,
    get child() {
      return child;
    },
    request: createClient(url),
    output: () => output,
    async start(program = PROGRAM) {
      const env = { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, FRONTEND_URL, SIGNING_SECRET };
      child = spawn('/bin/sh', ['-c', `${limits}; exec "$0" "$@"`, node, join(program, 'src/start.js')], {
        cwd: dataDir,
        env: { ...env, ...ENDS_WITH_PARENT, MAX_FAILED_LOGINS: '0', MAX_EMAIL_BURST: '0', ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      closed = once(child, 'close');
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (text) => {
          output += text;
        });
      }
      await service.untilReady();
    },
    async untilReady() {
      const deadlineMs = performance.now() + READY_DEADLINE_MS;
      while (!(await isReady(url))) {
        if (!isRunning()) {
          // What it printed last may arrive after its end.
          await closed;
          throw new Error(`the service ended with ${child.signalCode ?? child.exitCode}: ${output}`);
        }
        if (performance.now() > deadlineMs) throw new Error(`the service is not ready: ${output}`);
        await setTimeout(LOOK_EVERY_MS);
      }
    },
    async end(signal) {
      if (!isRunning()) return child?.exitCode ?? null;
      child.kill(signal);
      await once(child, 'exit');
      return child.exitCode;
    },
  };
  cleanUpAfter(t, () => service.end('SIGKILL'));
  return service;
}

/** On a connection of its own, which is closed: one that is kept would make a service that stops wait for it. */
export const isReady = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    get(`${url}/readyz`, { agent: false }, (response) => {
      response.resume().once('close', () => resolve(response.complete && response.statusCode === 200));
    }).once('error', () => resolve(false));
  });
