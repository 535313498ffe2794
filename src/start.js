// First, because nothing below is understood by a Node that is too old. Of Node's own modules only the default exports are imported here: a
// name that an old one lacks would fail before that.
import './require-node.js';
import fs from 'node:fs';
import nodeModule from 'node:module';
import os from 'node:os';
import { fileURLToPath } from 'node:url';

/**
 * The second start takes three fifths of the first one's processor time, and a fifth less memory: stripped types and compiled code
 * are kept.
 * They are kept beside the packages, because whoever may write there can change what runs anyway; where nobody may, nothing is kept.
 */
const PACKAGES = fileURLToPath(new URL('../node_modules', import.meta.url));
const CACHE = `${PACKAGES}/.cache/latchkey`;
/** Once the service has started: a process that is killed one day keeps what it compiled, too. */
const KEEP_AFTER_MS = 2000;
const PARENT_CHECK_MS = 100;

// One thread for each core, because that is what hashing needs: fewer leave cores idle, more work in each other's cache. Two at least,
// so that a name that is slow to look up never takes the last one. They are started by whoever needs one first: the import below.
process.env.UV_THREADPOOL_SIZE ??= String(Math.max(2, os.availableParallelism()));
if (process.env.npm_lifecycle_script?.includes('src/start.js')) stopWithoutParent();
if (ownsPackages()) nodeModule.enableCompileCache(CACHE);
await import('@node-rs/argon2').catch(refuseWithoutPackages);
await import('./main.ts');
setTimeout(nodeModule.flushCompileCache, KEEP_AFTER_MS).unref();

/**
 * npm hands SIGTERM on to the shell that it started for the script. The shell dies of it and tells nobody, so that `kill` of npm would leave
 * the service running. (`exec` in the script would do, but Windows has none.)
 */
function stopWithoutParent() {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MS);
  check.unref();
}

/** Root may write everywhere, and what it leaves in the clone of somebody else keeps their next `npm ci` from removing the folder. */
function ownsPackages() {
  const user = process.getuid?.();
  return user === undefined || fs.statSync(PACKAGES, { throwIfNoEntry: false })?.uid === user;
}

/** This package has its code in an optional one for each platform, as the pinned Node is: it is missing when those were left out. */
function refuseWithoutPackages() {
  const platform = `${process.platform}-${process.arch}`;
  process.stderr.write(
    `latchkey: the packages for ${platform} are not installed. Run npm ci, without --omit=optional.\n`,
  );
  process.exit(1);
}
