import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Reply } from '../api.ts';
import { useForm } from '../components/form.tsx';
import { type Said, say, sayCountdown } from '../components/notice.tsx';
import { messages } from '../page.ts';
import { tooManyCodes } from '../refusals.ts';
import { texts } from './page-data.ts';
import { CodeField } from './password-field.tsx';

type Kind = 'app' | 'recovery';

interface CodeStep {
  /** To be put into the form. */
  readonly fields: VNode | false;
  /** For the form: true when the fields say it all. */
  readonly refused: (reply: Reply) => Said | true | undefined;
}

/**
 * The second step of a form, for accounts with a second factor: shown when the service wants a code. What was entered
 * in the first step stays in its fields, and is sent again with the code.
 */
export function useCodeStep(id: string): CodeStep {
  const [kind, setKind] = useState<Kind>();
  return {
    fields: kind !== undefined && <CodeStepFields id={id} kind={kind} change={setKind} />,
    refused({ code, secondFactors, retryAfterSeconds }) {
      if (code === 'second_factor_required') {
        // A passkey may be the only one, and the button for it is below the form already.
        if (!secondFactors.includes('totp')) return say(messages.passkeyNeeded, 'neutral');
        setKind('app');
        return true;
      }
      return kind === 'app' && code === 'too_many_attempts' ? sayCountdown(retryAfterSeconds, tooManyCodes) : undefined;
    },
  };
}

interface Props {
  readonly id: string;
  readonly kind: Kind;
  readonly change: (kind: Kind) => void;
}

function CodeStepFields({ id, kind, change }: Props) {
  const { clear } = useForm();
  const { secondFactor: words } = texts;
  const isRecovery = kind === 'recovery';
  return (
    <div class="stack">
      <p class="soft">{isRecovery ? words.recoveryLead : words.lead}</p>
      <CodeField key={kind} id={id} isRecovery={isRecovery} />
      <p class="small">
        <button
          class="button-link"
          type="button"
          onClick={() => {
            // What was said of an earlier attempt is not about this field.
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
