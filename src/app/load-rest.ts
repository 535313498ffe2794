import { loadSerializer } from '../operations/operation-endpoint.ts';
import { loadRoutes, ROUTES } from '../operations/routes.ts';

/** How long after the start: the first requests come before it. */
export const LOAD_REST_AFTER_MS = 500;

/**
 * Loads what answering can begin without: at the start, it would take two fifths more processor time. What few requests need (passkeys, codes, names of
 * devices, the scripts of pages) is loaded by the first of them.
 */
export async function loadRest({ hasSmtp }: { readonly hasSmtp: boolean }): Promise<void> {
  await loadSerializer();
  await import('../mail/render/mime.ts');
  if (hasSmtp) await import('../mail/smtp/session.ts');
  await loadRoutes(ROUTES);
}
