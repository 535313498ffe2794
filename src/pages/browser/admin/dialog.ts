import { type Child, element } from './element.ts';

interface DialogParts {
  readonly title: string;
  /** Below the title: what it is about. */
  readonly lead?: string | undefined;
  readonly content: Child;
  readonly isWide?: boolean;
}

let dialogs = 0;

/** Shows a modal dialog. It is removed when it closes, and the focus returns to where it was. */
export function showDialog({ title, lead, content, isWide = false }: DialogParts): HTMLDialogElement {
  dialogs += 1;
  const [titleId, leadId] = [`dialog-${dialogs}-title`, `dialog-${dialogs}-lead`];
  const before = document.activeElement;
  const dialog = element(
    'dialog',
    {
      className: isWide ? 'card console-dialog wide' : 'card console-dialog',
      aria: { labelledby: titleId, describedby: lead === undefined ? undefined : leadId },
    },
    element('h2', { id: titleId }, title),
    lead !== undefined && element('p', { className: 'soft', id: leadId }, lead),
    content,
  );
  document.body.append(dialog);
  dialog.addEventListener('close', () => {
    const isNowhere = document.activeElement === document.body || dialog.contains(document.activeElement);
    dialog.remove();
    // The event comes a moment after the dialog has gone, and somebody quick may have moved on.
    if (isNowhere && before instanceof HTMLElement && before.isConnected) before.focus();
  });
  dialog.showModal();
  return dialog;
}

/** The foot of a dialog: what it is for, and the way out. */
export const dialogActions = (...buttons: readonly Child[]): HTMLElement =>
  element('div', { className: 'dialog-actions' }, ...buttons);
