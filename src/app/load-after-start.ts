import type { Logger } from 'pino';
import { repeat, type Timers } from '../lib/timers.ts';
import { loadSerializer } from '../operations/operation-endpoint.ts';
import { loadRoutes, ROUTES } from '../operations/routes.ts';

/** How long after the start: the first requests come before it. */
const LOAD_AFTER_MS = 500;
/** What failed for want of file descriptors or memory is retried: connections may have taken them all at the start. */
const RETRY_MS = 5000;

/**
 * Loads what answering can begin without: at the start, it would take 40 % more CPU. What few requests need (passkeys,
 * codes, names of devices) is loaded by the first of them.
 */
export async function loadRemainingModules({ hasSmtp }: { readonly hasSmtp: boolean }): Promise<void> {
  await loadSerializer();
  await import('../mail/render/mime.ts');
  if (hasSmtp) await import('../mail/smtp/session.ts');
  await loadRoutes(ROUTES);
}

/** Loads in the background, until it succeeds; says whether it has failed. Returns what ends it. */
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
