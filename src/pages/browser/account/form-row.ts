import { clearNotice, type Mood, showNotice } from '../notice.ts';
import { byId } from '../page.ts';

export interface FormRow {
  open(): void;
  /** Forgets what was typed. The focus goes to the button that opens it again, unless it is elsewhere. */
  close(): void;
  /** What became of the form, beside the row. */
  tell(text: string, mood: Mood): void;
}

/** A row with a button that opens a form in its place, drawn by views/account/form-row.ts. The form closes when it is cancelled. */
export function handleFormRow(id: string, closed = () => {}): FormRow {
  const row = byId(`${id}-row`, HTMLElement);
  const form = byId(`${id}-form`, HTMLFormElement);
  const opener = byId(`${id}-open`, HTMLButtonElement);
  const noticeLine = byId(`${id}-notice`, HTMLElement);

  const show = (isOpen: boolean): void => {
    row.hidden = isOpen;
    form.hidden = !isOpen;
  };
  const handle: FormRow = {
    open() {
      clearNotice(noticeLine);
      show(true);
      form.querySelector<HTMLInputElement>('input:not([readonly])')?.focus({ preventScroll: true });
      form.scrollIntoView({ block: 'nearest' });
    },
    close() {
      const hadFocus = form.contains(document.activeElement);
      form.reset();
      show(false);
      if (hadFocus) opener.focus({ preventScroll: true });
      closed();
    },
    tell(text, mood) {
      showNotice(noticeLine, text, mood);
      row.scrollIntoView({ block: 'nearest' });
      noticeLine.scrollIntoView({ block: 'nearest' });
    },
  };
  opener.addEventListener('click', handle.open);
  byId(`${id}-cancel`, HTMLButtonElement).addEventListener('click', () => {
    // What is on its way cannot be taken back, and its answer is shown in the form.
    if (form.getAttribute('aria-busy') !== 'true') handle.close();
  });
  return handle;
}
