import { fstatSync } from 'node:fs';
import { applyForTests, TEST_SETTINGS } from '../cli/apply/apply.ts';
import { UsageError } from '../cli/framework/command-error.ts';
import type { Environment } from '../config/config.ts';
import { NO_FILE } from '../config/environment.ts';
import { VERSION } from '../lib/version.ts';
import { createLog } from '../monitoring/log.ts';
import { startTestServer, testConfig } from '../test-server/test-server.ts';

const STANDARD_INPUT = 0;
const PARENT_POLL_INTERVAL_MS = 100;

/** The file of the apps is no command: it prints no notes, and has no file of settings. */
const WITHOUT_COMMAND = { note: () => {}, nowMs: Date.now, settingsFile: NO_FILE };

interface TestServerOptions {
  readonly port?: string | undefined;
  /** A file for `latchkey apply`, of which clients are added. */
  readonly apply?: string | undefined;
}

/** Runs until it is stopped or its parent process ends. Prints one line of JSON once it serves. */
export async function serveForTests(environment: Environment, { port = '0', apply }: TestServerOptions): Promise<void> {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new UsageError(`test-server: --port is a whole number from 0 to 65535, not "${port}"`);
  const config = testConfig(apply === undefined ? environment : { ...TEST_SETTINGS, ...environment }, port);
  let clients = {};
  // Standard output is reserved for the program that reads the address.
  const server = await startTestServer(config, createLog(config, process.stderr), async (db) => {
    if (apply !== undefined)
      clients = { client_secrets: await applyForTests(apply, { db, config, ...WITHOUT_COMMAND }) };
  });
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    server.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  onParentGone(stop);
  process.stdout.write(`${JSON.stringify({ url: server.url, version: VERSION, ...clients })}\n`);
}

/** Detects the parent's end by a pipe from it, which works through npx too, or else by its process id. */
function onParentGone(stop: () => void): void {
  const input = fstatSync(STANDARD_INPUT);
  if (input.isFIFO() || input.isSocket()) process.stdin.on('end', stop).on('error', stop).resume();
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), PARENT_POLL_INTERVAL_MS).unref();
}
