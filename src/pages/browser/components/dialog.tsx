import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { createStore } from './store.ts';

export interface DialogParts {
  /** Its title has the id `<id>-title`. */
  readonly id: string;
  readonly title: string;
  /** The name of what it is about. */
  readonly subject?: string | undefined;
  /** What will happen. */
  readonly lead?: string | undefined;
  readonly isWide?: boolean;
  /** Escape does not close it: what it shows cannot be had again. */
  readonly staysOnEscape?: boolean;
}

interface OpenDialog extends DialogParts {
  readonly number: number;
  readonly content: () => ComponentChildren;
  readonly cancel: () => void;
}

const dialogs = createStore<readonly OpenDialog[]>([]);
let lastNumber = 0;

/** Opens a modal dialog, and resolves when it is closed: with undefined where it was cancelled, by Escape too. */
export const openDialog = <Result = undefined>(
  parts: DialogParts,
  content: (close: (result?: Result) => void) => ComponentChildren,
): Promise<Result | undefined> =>
  new Promise((resolve) => {
    lastNumber += 1;
    const number = lastNumber;
    const close = (result?: Result) => {
      dialogs.set(dialogs.get().filter((one) => one.number !== number));
      resolve(result);
    };
    dialogs.set([...dialogs.get(), { ...parts, number, content: () => content(close), cancel: () => close() }]);
  });

export const closeDialogs = (): void => {
  for (const { cancel } of dialogs.get()) cancel();
};

/** Where dialogs appear, once in a page. */
export const Dialogs = (props: { readonly class: string }) => (
  <>
    {dialogs.use().map((one) => (
      <Dialog key={one.number} class={props.class} {...one} />
    ))}
  </>
);

function Dialog(props: OpenDialog & { readonly class: string }) {
  const { id, title, subject, lead, isWide = false, staysOnEscape = false, content, cancel } = props;
  const root = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = root.current;
    dialog?.showModal();
    // What stands above a field that is far down is read first.
    dialog?.querySelector<HTMLElement>(':is(input, textarea):not([readonly])')?.focus({ preventScroll: true });
    // The browser gives the focus back to where it was.
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={root}
      id={id}
      class={`card ${props.class}${isWide ? ' wide' : ''}`}
      aria-labelledby={`${id}-title`}
      aria-describedby={lead === undefined ? undefined : `${id}-lead`}
      onClose={cancel}
      // Chrome heeds only the first `cancel` that is prevented; others send it without a key, as for a gesture.
      onKeyDown={(event) => staysOnEscape && event.key === 'Escape' && event.preventDefault()}
      onCancel={(event) => staysOnEscape && event.preventDefault()}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      {subject !== undefined && <p class="value">{subject}</p>}
      {lead !== undefined && (
        <p class="soft" id={`${id}-lead`}>
          {lead}
        </p>
      )}
      {content()}
    </dialog>
  );
}
