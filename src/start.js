// Imported first: it checks the version of Node. Only default exports of Node's modules are imported here: a named
// export that an old Node lacks would fail before that check.
import './require-node.js';
import fs from 'node:fs';
import nodeModule from 'node:module';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { REINSTALL } from './require-node.js';

/**
 * Compile cache for stripped types and compiled code: a start takes 40 % less CPU and 20 % less memory. Beside the
 * packages: who can write there can change the code anyway. A read-only folder means no cache.
 */
const PACKAGES = fileURLToPath(new URL('../node_modules', import.meta.url));
const CACHE = `${PACKAGES}/.cache/latchkey`;
/** Written soon after the start instead of at exit, so that a process that is killed leaves a cache too. */
const FLUSH_CACHE_AFTER_MS = 2000;
const PARENT_POLL_INTERVAL_MS = 100;

// libuv's threads: one per core for password hashing (fewer leave cores idle, more evict each other's cache), at least
// two, so that a slow DNS lookup does not block the only one. Set before the first use: the import below.
process.env.UV_THREADPOOL_SIZE ??= String(Math.max(2, os.availableParallelism()));
if (isRunByNpm()) stopWithoutParent();
if (ownsPackages()) nodeModule.enableCompileCache(CACHE);
await import('@node-rs/argon2').catch(refuseWithoutPackages);
await import('./main.ts');
setTimeout(nodeModule.flushCompileCache, FLUSH_CACHE_AFTER_MS).unref();

/** Whether `npm start` in a clone or `npx latchkey` runs this file. */
function isRunByNpm() {
  const { npm_lifecycle_script: script, npm_lifecycle_event: event } = process.env;
  return script?.includes('src/start.js') || event === 'npx';
}

/**
 * Stops the service when npm is killed. npm forwards SIGTERM to the shell of the script; the shell exits without
 * forwarding it, which would leave the service running. (`exec` in the script would help, but Windows has none.)
 */
function stopWithoutParent() {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_POLL_INTERVAL_MS);
  check.unref();
}

/** Root writes no cache into another user's clone: its files would make that user's next `npm ci` fail. */
function ownsPackages() {
  const user = process.getuid?.();
  return user === undefined || fs.statSync(PACKAGES, { throwIfNoEntry: false })?.uid === user;
}

/** @node-rs/argon2 has its native code in an optional package per platform: missing with --omit=optional. */
function refuseWithoutPackages() {
  const platform = `${process.platform}-${process.arch}`;
  process.stderr.write(`latchkey: the packages for ${platform} are not installed. ${REINSTALL}.\n`);
  process.exit(1);
}
