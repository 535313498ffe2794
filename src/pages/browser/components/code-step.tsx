import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Reply } from '../api.ts';
import { messages } from '../page.ts';
import { tooManyCodes } from '../refusals.ts';
import { TextField } from './fields.tsx';
import { focusOnArrival } from './focus.ts';
import { useForm } from './form.tsx';
import { countdownNotice, type NoticeText, notice } from './notice.tsx';
import { usePage } from './page-data.ts';

type Kind = 'app' | 'recovery';

interface CodeStep {
  readonly isShown: boolean;
  readonly hide: () => void;
  /** The fields to render in the form. */
  readonly fields: VNode;
  /** The message for the form; true if the fields show it. */
  readonly refused: (reply: Reply) => NoticeText | true | undefined;
}

/**
 * The second step of a form, for accounts with a second factor: appears when the service requires a code. The first
 * step's values stay in their fields and are sent again with the code.
 */
export function useCodeStep(id: string): CodeStep {
  const [kind, setKind] = useState<Kind>();
  return {
    isShown: kind !== undefined,
    hide: () => setKind(undefined),
    fields: <CodeStepFields id={id} kind={kind} change={setKind} />,
    refused({ code, secondFactors, retryAfterSeconds }) {
      if (code === 'second_factor_required') {
        // If a passkey is the only factor, its button is already below the form.
        if (!secondFactors.includes('totp')) return notice(messages.passkeyNeeded, 'neutral');
        setKind('app');
        return true;
      }
      return kind === 'app' && code === 'too_many_attempts'
        ? countdownNotice(retryAfterSeconds, tooManyCodes)
        : undefined;
    },
  };
}

interface Props {
  readonly id: string;
  /** Undefined: no code is needed. */
  readonly kind: Kind | undefined;
  readonly change: (kind: Kind) => void;
}

function CodeStepFields({ id, kind, change }: Props) {
  const { clear } = useForm();
  const { secondFactor: words } = usePage().texts;
  const isRecovery = kind === 'recovery';
  return (
    <div class="stack" hidden={kind === undefined}>
      <p class="soft">{isRecovery ? words.recoveryLead : words.lead}</p>
      <CodeField key={kind} id={id} isRecovery={isRecovery} isAsked={kind !== undefined} />
      <p class="small">
        <button
          class="button-link"
          type="button"
          onClick={() => {
            // The message of an earlier attempt does not concern this field.
            clear();
            change(isRecovery ? 'app' : 'recovery');
          }}
        >
          {isRecovery ? words.useApp : words.useRecovery}
        </button>
      </p>
    </div>
  );
}

interface CodeFieldProps {
  readonly id: string;
  readonly isRecovery?: boolean;
  readonly isAsked?: boolean;
}

/** A field for an authenticator or recovery code, which takes the focus when it appears. */
export function CodeField({ id, isRecovery = false, isAsked = true }: CodeFieldProps) {
  const { fields, secondFactor } = usePage().texts;
  const [send] = useState(() => sendWhenComplete(6));
  return (
    <TextField
      inputRef={isAsked ? focusOnArrival : null}
      id={id}
      name="code"
      label={isRecovery ? secondFactor.recoveryCode : fields.code}
      autocomplete={isRecovery ? 'off' : 'one-time-code'}
      inputMode={isRecovery ? 'text' : 'numeric'}
      hint={isRecovery ? '' : secondFactor.goesOn}
      required={isAsked}
      onInput={({ currentTarget }) => isRecovery || send(currentTarget)}
    />
  );
}

/**
 * Sends the form once the field has all digits of a code, typed, pasted or filled in by the browser. Never sends the
 * same digits twice: a refused code is corrected, or sent again by the button.
 */
export function sendWhenComplete(length: number): (input: HTMLInputElement) => void {
  let sent = '';
  return (input) => {
    const digits = input.value.replace(/\s/g, '');
    if (digits === sent || digits.length !== length || /\D/.test(digits)) return;
    sent = digits;
    input.form?.requestSubmit();
  };
}
