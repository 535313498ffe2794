import { enableCompileCache, flushCompileCache } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/**
 * The second start takes three fifths of the first one's processor time, and a fifth less memory: stripped types and compiled code
 * are kept.
 * They are kept beside the packages, because whoever may write there can change what runs anyway; where nobody may, nothing is kept.
 */
const CACHE = fileURLToPath(new URL('../node_modules/.cache/latchkey', import.meta.url));
/** Once the service has started: a process that is killed one day keeps what it compiled, too. */
const KEEP_AFTER_MS = 2000;

// One thread for each core, because that is what hashing needs: fewer leave cores idle, more work in each other's cache. Two at least,
// so that a name that is slow to look up never takes the last one. They are started by whoever needs one first: the import below.
process.env.UV_THREADPOOL_SIZE ??= String(Math.max(2, availableParallelism()));
enableCompileCache(CACHE);
await import('./main.ts');
setTimeout(flushCompileCache, KEEP_AFTER_MS).unref();
