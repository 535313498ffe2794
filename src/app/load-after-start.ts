import type { Logger } from 'pino';
import { loadSerializer } from '../api/operation-endpoint.ts';
import { loadRoutes } from '../api/route.ts';
import { repeat, type Timers } from '../lib/timers.ts';
import { ROUTES } from './routes.ts';

/** The delay after startup, which leaves the first requests undisturbed. */
const LOAD_AFTER_MS = 500;
/** Loading may fail for lack of file descriptors or memory, for example if connections took them all at startup. */
const RETRY_MS = 5000;

/**
 * Loads modules that the first responses do not need: at startup they would take 40 % more CPU. Modules for few
 * requests (such as device names) are loaded by the first of these.
 */
export async function loadRemainingModules({ hasSmtp }: { readonly hasSmtp: boolean }): Promise<void> {
  await loadSerializer();
  await import('../mail/render/mime.ts');
  if (hasSmtp) await import('../mail/smtp/pool.ts');
  await loadRoutes(ROUTES);
}

/** Loads in the background until it succeeds, and reports failures. Returns a function that stops it. */
export function loadInBackground(
  load: () => Promise<void>,
  timers: Timers,
  log: Logger,
  report: (hasFailed: boolean) => void,
): () => void {
  let failed = false;
  return repeat(timers, LOAD_AFTER_MS, async () => {
    try {
      await load();
    } catch (err) {
      if (!failed) log.error({ err }, 'not ready: files of this version are missing or cannot be loaded');
      failed = true;
      report(true);
      return RETRY_MS;
    }
    if (failed) log.info('ready: the files of this version could be loaded');
    report(false);
    return undefined;
  });
}
