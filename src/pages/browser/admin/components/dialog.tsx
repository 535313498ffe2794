import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { createStore } from './store.ts';

interface DialogParts<Result> {
  readonly title: string;
  /** Below the title: what it is about. */
  readonly lead?: string | undefined;
  readonly isWide?: boolean;
  /** Escape does not close it: what it shows cannot be had again. */
  readonly staysOnEscape?: boolean;
  readonly content: (close: (result?: Result) => void) => ComponentChildren;
}

interface OpenDialog extends Omit<DialogParts<never>, 'content'> {
  readonly id: number;
  readonly content: () => ComponentChildren;
  readonly cancel: () => void;
}

const dialogs = createStore<readonly OpenDialog[]>([]);
let lastId = 0;

/** Opens a modal dialog, and resolves when it is closed: with undefined where it was cancelled, by Escape too. */
export const openDialog = <Result = undefined>({
  content,
  ...parts
}: DialogParts<Result>): Promise<Result | undefined> =>
  new Promise((resolve) => {
    lastId += 1;
    const id = lastId;
    const close = (result?: Result) => {
      dialogs.set(dialogs.get().filter((one) => one.id !== id));
      resolve(result);
    };
    dialogs.set([...dialogs.get(), { ...parts, id, content: () => content(close), cancel: () => close() }]);
  });

export const closeDialogs = (): void => {
  for (const { cancel } of dialogs.get()) cancel();
};

/** Where dialogs appear. */
export const Dialogs = () => (
  <>
    {dialogs.use().map((one) => (
      <Dialog key={one.id} {...one} />
    ))}
  </>
);

function Dialog({ title, lead, isWide = false, staysOnEscape = false, content, cancel }: OpenDialog) {
  const root = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = root.current;
    dialog?.showModal();
    // The browser gives the focus back to where it was.
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={root}
      class={isWide ? 'card console-dialog wide' : 'card console-dialog'}
      aria-labelledby={`${id}-title`}
      aria-describedby={lead === undefined ? undefined : `${id}-lead`}
      onClose={cancel}
      // Chrome heeds only the first `cancel` that is prevented; others send it without a key, as for a gesture.
      onKeyDown={(event) => staysOnEscape && event.key === 'Escape' && event.preventDefault()}
      onCancel={(event) => staysOnEscape && event.preventDefault()}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      {lead !== undefined && (
        <p class="soft" id={`${id}-lead`}>
          {lead}
        </p>
      )}
      {content()}
    </dialog>
  );
}

/** The foot of a dialog: what it is for, and the way out. */
export const DialogActions = ({ children }: { readonly children: ComponentChildren }) => (
  <div class="dialog-actions">{children}</div>
);
