import { fill } from '../texts/fill.ts';
import { type EmailKind, noteSent, secondsToWait } from './email-allowance.ts';
import { setWaiting } from './forms.ts';
import { byId, messages } from './page.ts';

export interface EmailForm {
  noteSent(): void;
  /** To be called when the address has changed otherwise than by typing. */
  look(): void;
}

/** A form that asks for an e-mail waits, and says for how long, when the service would not send one. */
export function paceEmails(id: string, kind: EmailKind, emailOf: () => string): EmailForm {
  const form = byId(id, HTMLFormElement);
  const line = byId(`${id}-wait`, HTMLElement);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    const seconds = secondsToWait(kind, emailOf());
    setWaiting(form, seconds > 0);
    line.textContent = seconds > 0 ? fill(messages.nextEmail, { count: String(seconds) }) : '';
    if (seconds > 0) timer = setTimeout(look, 1000);
  };
  form.addEventListener('input', look);
  look();
  return {
    look,
    noteSent() {
      noteSent(kind, emailOf());
      look();
    },
  };
}
