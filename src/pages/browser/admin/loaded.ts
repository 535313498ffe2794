import { explain } from '../refusals.ts';
import type { AdminReply, Refused } from './admin-api.ts';
import { element } from './element.ts';
import { stateButton, stateCard } from './list-parts.ts';
import { common } from './words.ts';

/**
 * Fills a part of the screen with what the service answers. What is there stays while it is read again; a failure is told above it, or in its
 * place where there is nothing yet. Returns the function that reads again.
 */
export function loaded<Data>(
  target: HTMLElement,
  read: () => Promise<AdminReply<Data>>,
  draw: (data: Data) => readonly Node[],
): () => Promise<void> {
  let isDrawn = false;
  async function load(): Promise<void> {
    target.setAttribute('aria-busy', 'true');
    const reply = await read();
    target.removeAttribute('aria-busy');
    if (reply.ok) {
      isDrawn = true;
      target.replaceChildren(...draw(reply.data));
    } else if (reply.code !== 'cancelled') showFailure(reply);
  }
  function showFailure(reply: Refused): void {
    const reason = explain(reply);
    if (!isDrawn) {
      target.replaceChildren(
        stateCard(
          common.failedTitle,
          reason,
          stateButton(common.retry, () => void load()),
        ),
      );
      return;
    }
    target.querySelector('.list-problem')?.remove();
    target.prepend(
      element(
        'div',
        { className: 'notice danger list-problem', attributes: { role: 'alert' } },
        element('span', {}, reason),
        stateButton(common.retry, () => void load()),
      ),
    );
  }
  void load();
  return load;
}
