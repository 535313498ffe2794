import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Agreement as AgreementProps, EmailLoginPage } from '../../forms.ts';
import { Agreement } from '../components/agreement.tsx';
import { sendWhenComplete, useCodeStep } from '../components/code-step.tsx';
import { TextField } from '../components/fields.tsx';
import { focusOnArrival } from '../components/focus.ts';
import { Form, type FormHandlers, Submit } from '../components/form.tsx';
import { usePage } from '../components/page-data.ts';

interface StepsProps extends FormHandlers {
  readonly id: string;
  readonly newTerms: AgreementProps | null | undefined;
  /** The fields of the first step, which are hidden in the second step and sent again. */
  readonly first?: VNode;
  /** The error code that returns to the first step. */
  readonly refusalOfFirst?: string;
}

/** Steps of a login without a password: requests a second factor and acceptance of new terms if needed. */
export function LoginSteps({ id, newTerms, first, refusalOfFirst, refused, ...handlers }: StepsProps) {
  const [asksForTerms, setAsksForTerms] = useState(false);
  const step = useCodeStep('second-code');
  const { actions } = usePage().texts;
  return (
    <Form
      id={id}
      class="stack"
      {...handlers}
      refused={(reply, values) => {
        if (reply.code === 'terms_not_accepted') setAsksForTerms(true);
        if (reply.code === refusalOfFirst) step.hide();
        return step.refused(reply) ?? refused?.(reply, values);
      }}
    >
      {first && <div hidden={step.isShown}>{first}</div>}
      {step.fields}
      {newTerms && asksForTerms && <Agreement {...newTerms} />}
      <Submit label={actions.login} />
    </Form>
  );
}

/** The page sends it at once, and the user again with a code if the account has a second factor. */
export const IdentityLoginForm = (props: Omit<StepsProps, 'id'>) => <LoginSteps id="identity-login-form" {...props} />;

const INVALID = 'invalid_login_code';

/** Requests an e-mailed code. */
export function EmailLoginForm({ words, ...props }: EmailLoginPage & Omit<StepsProps, 'id'>) {
  const [send] = useState(() => sendWhenComplete(8));
  return (
    <LoginSteps
      id="email-login-form"
      {...props}
      refusalOfFirst={INVALID}
      refused={({ code }) => (code === INVALID ? { field: 'login_code', text: words.wrong } : undefined)}
      first={
        <TextField
          inputRef={focusOnArrival}
          name="login_code"
          label={words.code}
          autocomplete="one-time-code"
          inputMode="numeric"
          onInput={({ currentTarget }) => send(currentTarget)}
        />
      }
    />
  );
}
