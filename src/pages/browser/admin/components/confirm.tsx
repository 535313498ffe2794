import { currentSessionId } from '../../session.ts';
import { common } from '../texts.ts';
import { openDialog } from './dialog.tsx';
import { DialogForm, TextField } from './form.tsx';

interface Question {
  readonly title: string;
  /** What will happen. */
  readonly lead: string;
  /** The label of the button that does it. */
  readonly action: string;
  /** For what cannot be undone: a text, as the address of the account, that has to be typed first. */
  readonly typed?: string;
  readonly isDangerous?: boolean;
}

/** Asks, and resolves with whether the answer was yes. */
export async function confirmed({ title, lead, action, typed, isDangerous = typed !== undefined }: Question) {
  const matches = (text: unknown) => typed === undefined || String(text).trim().toLowerCase() === typed.toLowerCase();
  const answer = await openDialog<true>({
    title,
    lead,
    content: (close) => (
      <DialogForm
        label={action}
        isDangerous={isDangerous}
        cancel={close}
        send={async (values) => {
          if (!matches(values.get('typed'))) return { field: 'typed', text: common.typedWrong };
          close(true);
          return undefined;
        }}
      >
        {typed !== undefined && <TextField name="typed" label={<TypingLabel typed={typed} />} spellcheck={false} />}
      </DialogForm>
    ),
  });
  return answer === true;
}

/** The text to be typed stands out from the words round it. */
function TypingLabel({ typed }: { readonly typed: string }) {
  const [before = '', after = ''] = common.typeToConfirm.split('{text}');
  return (
    <>
      {before}
      <span class="mono typed-text">{typed}</span>
      {after}
    </>
  );
}

/** Before a session is ended: it may be the one of this page. */
export const isSureToEnd = async (session: string): Promise<boolean> =>
  session !== currentSessionId() ||
  confirmed({
    title: common.accounts.endOwnTitle,
    lead: common.accounts.endOwnLead,
    action: common.accounts.endOwn,
    isDangerous: true,
  });
