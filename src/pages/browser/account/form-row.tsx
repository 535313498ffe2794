import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useForm } from '../components/form.tsx';
import { Notice, type Said } from '../components/notice.tsx';
import { texts } from './page-data.ts';

interface FormRowState {
  readonly isOpen: boolean;
  /** The `key` of the form: another after each close, so that what was typed is forgotten. */
  readonly round: number;
  readonly said: Said | undefined;
  readonly open: () => void;
  /** With what became of the form. */
  readonly close: (said?: Said) => void;
  readonly tell: (said: Said) => void;
}

export function useFormRow(): FormRowState {
  const [isOpen, setOpen] = useState(false);
  const [round, setRound] = useState(0);
  const [said, tell] = useState<Said>();
  return {
    isOpen,
    round,
    said,
    tell,
    open() {
      tell(undefined);
      setOpen(true);
    },
    close(outcome) {
      setOpen(false);
      setRound((before) => before + 1);
      tell(outcome);
    },
  };
}

interface Props {
  readonly id: string;
  readonly row: FormRowState;
  /** What there is at present. */
  readonly value: ComponentChildren;
  readonly openLabel: string;
  /** The form. */
  readonly children: ComponentChildren;
}

/** The present value with a button, in place of which the form is shown that changes it. */
export function FormRow({ id, row, value, openLabel, children }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const { isOpen } = row;
  useLayoutEffect(() => {
    const form = root.current?.parentElement?.querySelector('form');
    if (isOpen) {
      form?.querySelector<HTMLInputElement>('input:not([readonly])')?.focus({ preventScroll: true });
      form?.scrollIntoView({ block: 'nearest' });
    } else if (wasOpen.current && document.activeElement === document.body) {
      // The focus was in the form, which is another one now.
      opener.current?.focus({ preventScroll: true });
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <>
      <div class="form-row" ref={root} hidden={isOpen}>
        {value}
        <button class="button plain compact" type="button" id={`${id}-open`} ref={opener} onClick={row.open}>
          {openLabel}
        </button>
      </div>
      <Notice said={row.said} />
      {children}
    </>
  );
}

/** What is on its way cannot be taken back, and its answer is shown in the form. */
export function CancelButton({ id, onClick }: { readonly id?: string; readonly onClick: () => void }) {
  const { isBusy } = useForm();
  return (
    <button class="button plain" type="button" id={id} onClick={() => !isBusy && onClick()}>
      {texts.authenticator.cancel}
    </button>
  );
}
