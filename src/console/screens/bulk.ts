import { fill } from '../../pages/texts/fill.ts';
import { formatNumber } from '../components/format.tsx';
import { toastProgress, toastRefusal } from '../components/toasts.tsx';
import type { AdminReply } from './admin-api.ts';
import { common } from './texts.ts';

/** The maximum that the service accepts at once. */
const BATCH_SIZE = 100;

/**
 * Sends a bulk action in batches, one after another. Resolves to the outcomes so far if the service refuses one, which
 * is shown, or the user cancels.
 */
export async function inBatches<Item, Outcome>(
  items: readonly Item[],
  send: (batch: readonly Item[]) => Promise<AdminReply<{ readonly outcomes: readonly Outcome[] }>>,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  let isCancelled = false;
  for (let sent = 0; sent < items.length && !isCancelled; sent += BATCH_SIZE) {
    const endProgress = showProgress(sent, items.length, () => {
      isCancelled = true;
    });
    const reply = await send(items.slice(sent, sent + BATCH_SIZE));
    endProgress();
    if (!reply.ok) {
      toastRefusal(reply);
      break;
    }
    outcomes.push(...reply.data.outcomes);
  }
  return outcomes;
}

/** A single batch takes no time worth telling. */
function showProgress(sent: number, all: number, cancel: () => void): () => void {
  if (all <= BATCH_SIZE) return () => {};
  return toastProgress(fill(common.lists.progress, { done: formatNumber(sent), count: formatNumber(all) }), cancel);
}
