import { useRef, useState } from 'preact/hooks';
import { type Reply, refusal } from '../../pages/browser/api.ts';
import { ask as askAnybody, type Question } from '../../pages/browser/components/ask.tsx';
import { Button } from '../../pages/browser/components/button.tsx';
import { copyText } from '../../pages/browser/components/copy-text.ts';
import { openDialog } from '../../pages/browser/components/dialog.tsx';
import { TextField, type TextFieldProps } from '../../pages/browser/components/fields.tsx';
import { Icon } from '../components/icon.tsx';
import { common } from './texts.ts';

type Asked = Omit<Question, 'id' | 'cancel' | 'isLoud'> & Partial<Pick<Question, 'id' | 'cancel'>>;

/**
 * Asks in a dialog and sends the form. Resolves to the answer of the operation; undefined if cancelled. Escape and Back
 * ask before they drop what was typed.
 */
export async function ask<Data>(question: Asked): Promise<Data | undefined> {
  const reply = await askAnybody({ id: 'question', cancel: common.cancel, isLoud: true, mayDrop, ...question });
  return reply?.data as Data | undefined;
}

/** Not autofilled: browsers would enter the administrator's own data. */
export const PlainField = (props: TextFieldProps) => (
  <TextField required={false} autocomplete="off" autocapitalize="none" {...props} />
);

export interface Confirmation extends Pick<Asked, 'id' | 'cancel'> {
  readonly title: string;
  /** Describes the consequences. */
  readonly lead: string;
  /** The label of the confirming button. */
  readonly action: string;
  /** A text to type first, such as the account's address, if the action cannot be undone. */
  readonly typed?: string;
  readonly isDangerous?: boolean;
}

const { keep, ...DROP } = common.drop;
const mayDrop = () => confirmed({ id: 'drop', cancel: keep, ...DROP, isDangerous: true });

/** Sends nothing. */
export const agree = async (): Promise<Reply> => ({ ...refusal('cancelled'), ok: true, code: '', data: true });

/** Resolves to true if the user confirms. */
export async function confirmed({ typed = '', isDangerous = typed !== '', ...question }: Confirmation) {
  const isSame = (text = '') => typed === '' || text.trim().toLowerCase() === typed.toLowerCase();
  const answer = await ask<true>({
    ...question,
    // The text to type has no value.
    mayDrop: undefined,
    isDangerous,
    objection: (values) => (isSame(values.typed) ? undefined : { field: 'typed', text: common.typedWrong }),
    send: agree,
    fields: typed !== '' && <PlainField name="typed" label={<TypingLabel typed={typed} />} spellcheck={false} />,
  });
  return answer === true;
}

function TypingLabel({ typed }: { readonly typed: string }) {
  const [before = '', after = ''] = common.typeToConfirm.split('{text}');
  return (
    <>
      {before}
      <span class="mono">{typed}</span>
      {after}
    </>
  );
}

interface SecretProps {
  readonly title: string;
  /** The hint that the secret is shown only once. */
  readonly lead: string;
  readonly secret: string;
  /** The label of the closing button. Escape does not close the dialog. */
  readonly done: string;
}

export const showSecret = ({ title, lead, secret, done }: SecretProps): Promise<undefined> =>
  openDialog({ id: 'secret', title, lead, isWide: true, staysOnEscape: true }, (close) => (
    <Secret title={title} secret={secret} done={done} close={close} />
  ));

/** Closing without copying warns first, because the secret is not shown again. */
function Secret({ title, secret, done, close }: Omit<SecretProps, 'lead'> & { readonly close: () => void }) {
  const shown = useRef<HTMLTextAreaElement>(null);
  const [isCopied, setCopied] = useState(false);
  const [isWarned, setWarned] = useState(false);
  const copy = async () => {
    await copyText(secret, () => shown.current?.select());
    setCopied(true);
  };
  const closeOnceCopied = () => {
    if (isCopied || isWarned) close();
    else setWarned(true);
  };
  return (
    <>
      <textarea
        ref={shown}
        id="new-secret"
        class="box mono"
        readOnly
        rows={3}
        spellcheck={false}
        value={secret}
        aria-label={title}
        onFocus={({ currentTarget }) => currentTarget.select()}
        // Copied with the system's keyboard shortcut.
        onCopy={() => setCopied(true)}
      />
      <p class={isWarned && !isCopied ? 'small warning' : 'soft small'} role="status">
        {isCopied ? common.copied : isWarned && common.notCopied}
      </p>
      <div class="submit">
        <Button label={isWarned && !isCopied ? common.leaveUncopied : done} run={closeOnceCopied} />
        <Button mood="main" icon={<Icon name="copy" />} label={common.copy} takesFocus run={copy} />
      </div>
    </>
  );
}
