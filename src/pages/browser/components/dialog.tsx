import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { contentOf } from './form-content.ts';
import { createStore } from './store.ts';

export interface DialogParts {
  /** The title's id is `<id>-title`. */
  readonly id: string;
  readonly title: string;
  /** The name of its subject. */
  readonly subject?: string | undefined;
  /** What will happen. */
  readonly lead?: string | undefined;
  readonly isWide?: boolean;
  /** Escape does not close it, because its content cannot be shown again. */
  readonly staysOnEscape?: boolean;
  /** Asked before Escape drops what was typed into its forms. */
  readonly mayDrop?: (() => Promise<boolean>) | undefined;
}

interface OpenDialog extends DialogParts {
  readonly number: number;
  readonly content: () => ComponentChildren;
  readonly cancel: () => void;
}

const dialogs = createStore<readonly OpenDialog[]>([]);
let lastNumber = 0;

/** Opens a modal dialog and resolves when it closes: with undefined if cancelled, also by Escape. */
export const openDialog = <Result = undefined>(
  parts: DialogParts,
  content: (close: (result?: Result) => void) => ComponentChildren,
): Promise<Result | undefined> =>
  new Promise((resolve) => {
    lastNumber += 1;
    const number = lastNumber;
    const close = (result?: Result) => {
      dialogs.set(dialogs.get().filter((dialog) => dialog.number !== number));
      resolve(result);
    };
    dialogs.set([...dialogs.get(), { ...parts, number, content: () => content(close), cancel: () => close() }]);
  });

export const closeDialogs = (): void => {
  for (const { cancel } of dialogs.get()) cancel();
};

/** The place of dialogs, once per page. */
export const Dialogs = () => (
  <>
    {dialogs.use().map((one) => (
      <Dialog key={one.number} {...one} />
    ))}
  </>
);

function Dialog(props: OpenDialog) {
  const { id, title, subject, lead, isWide = false, staysOnEscape = false, mayDrop, content, cancel } = props;
  const root = useRef<HTMLDialogElement>(null);
  const before = useRef('');
  const typed = () => [...(root.current?.querySelectorAll('form') ?? [])].map(contentOf).join();
  useLayoutEffect(() => {
    const dialog = root.current;
    dialog?.showModal();
    before.current = typed();
    // Text above a field further down is read first.
    dialog?.querySelector<HTMLElement>(':is(input, textarea):not([readonly])')?.focus({ preventScroll: true });
    // The browser returns the focus to where it was.
    return () => dialog?.close();
  }, []);
  const leave = async () => {
    if (staysOnEscape) return;
    if (typed() === before.current || (await mayDrop?.())) cancel();
  };
  const guard = (event: Event) => {
    if (!staysOnEscape && !mayDrop) return;
    event.preventDefault();
    void leave();
  };
  return (
    <dialog
      ref={root}
      id={id}
      class={isWide ? 'card stack wide' : 'card stack'}
      aria-labelledby={`${id}-title`}
      aria-describedby={lead === undefined ? undefined : `${id}-lead`}
      onClose={cancel}
      // Chrome honours only the first prevented `cancel`; other browsers also send it without a key, such as for a
      // gesture.
      onKeyDown={(event) => event.key === 'Escape' && !event.isComposing && guard(event)}
      onCancel={guard}
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
