import type { ComponentChildren } from 'preact';
import type { Reply } from '../api.ts';
import { type DialogParts, openDialog } from './dialog.tsx';
import { Form, type FormHandlers, Submit } from './form.tsx';

export interface Question extends Omit<FormHandlers, 'succeeded'>, Omit<DialogParts, 'staysOnEscape'> {
  /** The label of the button that does it. */
  readonly action: string;
  readonly isDangerous?: boolean;
  /** The label of the way out. */
  readonly cancel: string;
  readonly isLoud?: boolean;
  readonly fields?: ComponentChildren;
}

/** Asks in a dialog, sends the answer, and resolves with what the service says to it; undefined: never mind. */
export const ask = ({ id, action, isDangerous, cancel, fields, ...parts }: Question): Promise<Reply | undefined> => {
  const { title, subject, lead, isWide = false, ...form } = parts;
  return openDialog<Reply>({ id, title, subject, lead, isWide }, (close) => (
    <Form id={`${id}-form`} class="stack" {...form} succeeded={close}>
      {fields}
      <Submit label={action} variant={isDangerous ? 'danger' : undefined}>
        <button class="button plain" type="button" onClick={() => close()}>
          {cancel}
        </button>
      </Submit>
    </Form>
  ));
};

/** What is gone already is what was wanted. */
export const successIfGone = async (asked: Promise<Reply>, goneCode: string): Promise<Reply> => {
  const reply = await asked;
  return reply.code === goneCode ? { ...reply, ok: true } : reply;
};
