import type { ComponentChildren } from 'preact';
import type { Reply } from '../api.ts';
import { type DialogParts, openDialog } from './dialog.tsx';
import { Form, type FormHandlers, Submit } from './form.tsx';

export interface Question extends Omit<FormHandlers, 'succeeded'>, Omit<DialogParts, 'staysOnEscape'> {
  /** The label of the confirming button. */
  readonly action: string;
  readonly isDangerous?: boolean;
  /** The label of the cancelling button. */
  readonly cancel: string;
  readonly isLoud?: boolean;
  readonly fields?: ComponentChildren;
  /** The confirming button is plain until something has changed. */
  readonly needsChange?: boolean;
}

/** Asks in a dialog, sends the answer and resolves with the service's reply; undefined if cancelled. */
export const ask = ({
  id,
  action,
  isDangerous,
  cancel,
  fields,
  needsChange = false,
  ...parts
}: Question): Promise<Reply | undefined> => {
  const { title, subject, lead, isWide = false, mayDrop, ...form } = parts;
  return openDialog<Reply>({ id, title, subject, lead, isWide, mayDrop }, (close) => (
    <Form id={`${id}-form`} class="stack" {...form} succeeded={close}>
      {fields}
      <Submit label={action} variant={isDangerous ? 'danger' : undefined} needsChange={needsChange}>
        <button class="button plain" type="button" onClick={() => close()}>
          {cancel}
        </button>
      </Submit>
    </Form>
  ));
};

/** Counts as success if the object is already gone. */
export const successIfGone = async (sent: Promise<Reply>, goneCode: string): Promise<Reply> => {
  const reply = await sent;
  return reply.code === goneCode ? { ...reply, ok: true } : reply;
};
