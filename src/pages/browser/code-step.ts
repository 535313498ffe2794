import type { Reply } from './api.ts';
import { noticeOf, showFormNotice } from './forms.ts';
import { clearNotice, showCountdown } from './notice.ts';
import { byId, messages } from './page.ts';
import { tooManyCodes } from './refusals.ts';
import { sendAtSixDigits } from './six-digits.ts';

export interface CodeStep {
  hide(): void;
  /** Deals with refusals that are about the code; true when nothing is left to say. */
  refused(reply: Reply): boolean;
}

interface Words {
  readonly text: string;
  readonly label: string;
  readonly change: string;
}

/**
 * The second step of a form, for accounts with a second factor: shown when the service wants a code. What was entered in
 * the first step stays in its fields, and is sent again with the code. A recovery code goes into the same field.
 */
export function codeStep(
  form: HTMLFormElement,
  id: string,
  { shown }: { readonly shown?: (isShown: boolean) => void } = {},
): CodeStep {
  const root = byId(`${id}-step`, HTMLElement);
  const input = byId(id, HTMLInputElement);
  const change = byId(`${id}-change`, HTMLButtonElement);
  const label = form.querySelector<HTMLLabelElement>(`label[for="${id}"]`);
  let isRecovery = false;

  const ask = (forRecovery: boolean) => {
    isRecovery = forRecovery;
    const words = JSON.parse((forRecovery ? root.dataset.recovery : root.dataset.app) ?? '{}') as Words;
    byId(`${id}-lead`, HTMLElement).textContent = words.text;
    if (label) label.textContent = words.label;
    change.textContent = words.change;
    input.inputMode = forRecovery ? 'text' : 'numeric';
    input.autocomplete = forRecovery ? 'off' : 'one-time-code';
    byId(`${id}-hint`, HTMLElement).hidden = forRecovery;
    input.value = '';
    // What was said of an earlier attempt is not about this field.
    input.dispatchEvent(new Event('input', { bubbles: true }));
    const notice = form.querySelector<HTMLElement>('.form-notice');
    if (notice) clearNotice(notice);
  };
  const show = (isShown: boolean) => {
    root.hidden = !isShown;
    input.required = isShown;
    shown?.(isShown);
  };

  const send = sendAtSixDigits();
  input.addEventListener('input', () => {
    if (!isRecovery) send(input);
  });
  change.addEventListener('click', () => {
    ask(!isRecovery);
    input.focus();
  });
  return {
    hide() {
      if (root.hidden) return;
      ask(false);
      show(false);
    },
    refused({ code, secondFactors, retryAfterSeconds }) {
      // A passkey may be the only one, and the button for it is below the form already.
      if (code === 'second_factor_required' && !secondFactors.includes('totp')) {
        showFormNotice(form, messages.passkeyNeeded, 'neutral');
        return true;
      }
      if (code === 'second_factor_required') {
        ask(false);
        show(true);
        input.focus();
        return true;
      }
      if (root.hidden) return false;
      if (code === 'invalid_code') input.select();
      if (code !== 'too_many_attempts' || isRecovery) return false;
      showFormNotice(form, tooManyCodes(retryAfterSeconds), 'danger');
      showCountdown(noticeOf(form), retryAfterSeconds, tooManyCodes);
      return true;
    },
  };
}
