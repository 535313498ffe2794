import { type ComponentChildren, createPortal } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Beside the sections of the page, whose styles are not meant for dialogs. */
export const dialogLayer = document.createElement('div');

interface Props {
  /** Its title has the id `<id>-title`. */
  readonly id: string;
  readonly describedBy?: string;
  /** By Escape. */
  readonly closed: () => void;
  readonly children: ComponentChildren;
}

/**
 * A question that has to be answered before the page goes on: open for as long as it is in the page. The browser
 * returns the focus.
 */
export function Dialog({ id, describedBy, closed, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    opened?.querySelector<HTMLInputElement>('input:not([readonly])')?.select();
    return () => opened?.close();
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      class="card"
      id={id}
      aria-labelledby={`${id}-title`}
      aria-describedby={describedBy}
      // A dialog that was taken out of the page is closed too, and says so afterwards.
      onClose={() => dialog.current && closed()}
    >
      {children}
    </dialog>,
    dialogLayer,
  );
}
