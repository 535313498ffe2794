import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useForm } from '../components/form.tsx';
import type { NoticeText } from '../components/notice.tsx';
import { Actions } from './card.tsx';
import { texts } from './page-data.ts';

interface FormRowState {
  readonly isOpen: boolean;
  readonly notice: NoticeText | undefined;
  readonly open: () => void;
  /** Called with the result of the form. */
  readonly close: (noticeText?: NoticeText) => void;
  readonly showNotice: (noticeText?: NoticeText) => void;
}

export function useFormRow(): FormRowState {
  const [isOpen, setOpen] = useState(false);
  const [noticeText, showNotice] = useState<NoticeText>();
  return {
    isOpen,
    notice: noticeText,
    showNotice,
    open() {
      showNotice(undefined);
      setOpen(true);
    },
    close(outcome) {
      setOpen(false);
      showNotice(outcome);
    },
  };
}

interface Props {
  /** The form's id is this with `-form` appended. */
  readonly id: string;
  readonly row: FormRowState;
  /** The current value. */
  readonly value?: ComponentChildren;
  /** Undefined: there is no form to open. */
  readonly openLabel?: string | undefined;
  /** Other buttons in the footer, before and after the one that opens the form. */
  readonly before?: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** The form. Closing it discards what was typed. */
  readonly children: ComponentChildren;
}

/** A value with its actions, replaced by the form that changes it. */
export function FormRow({ id, row, value, openLabel, before, actions, children }: Props) {
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const { isOpen } = row;
  useLayoutEffect(() => {
    if (isOpen) {
      const form = document.getElementById(`${id}-form`);
      form?.querySelector<HTMLInputElement>('input:not([readonly])')?.focus({ preventScroll: true });
      form?.scrollIntoView({ block: 'nearest' });
    } else if (wasOpen.current && document.activeElement === document.body) {
      // The focus was in the form, which is no longer there.
      opener.current?.focus({ preventScroll: true });
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (isOpen) return children;
  return (
    <>
      {value}
      <Actions notice={row.notice}>
        {before}
        {openLabel !== undefined && (
          <button class="button plain" type="button" id={`${id}-open`} ref={opener} onClick={row.open}>
            {openLabel}
          </button>
        )}
        {actions}
      </Actions>
    </>
  );
}

/** A request on its way cannot be cancelled, and its answer appears in the form. */
export function CancelButton({ id, onClick }: { readonly id?: string; readonly onClick: () => void }) {
  const { isBusy } = useForm();
  return (
    <button class="button plain" type="button" id={id} onClick={() => !isBusy && onClick()}>
      {texts.authenticator.cancel}
    </button>
  );
}
