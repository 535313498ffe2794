import { useState } from 'preact/hooks';
import type { Agreement as AgreementProps } from '../../forms.ts';
import { Agreement } from '../components/agreement.tsx';
import { useCodeStep } from '../components/code-step.tsx';
import { Form, type FormHandlers, Submit } from '../components/form.tsx';
import { usePage } from '../components/page-data.ts';

/** Sent by the page itself at first; then where the account has a second factor, with its code. */
interface LoginProps extends FormHandlers {
  readonly newTerms: AgreementProps | undefined;
}

export function IdentityLoginForm({ newTerms, refused, ...handlers }: LoginProps) {
  const [asksForTerms, setAsksForTerms] = useState(false);
  const step = useCodeStep('identity-code');
  const { actions } = usePage().texts;
  return (
    <Form
      id="identity-login-form"
      class="stack"
      {...handlers}
      refused={(reply, values) => {
        if (reply.code === 'terms_not_accepted') setAsksForTerms(true);
        return step.refused(reply) ?? refused?.(reply, values);
      }}
    >
      {step.fields}
      {newTerms && asksForTerms && <Agreement {...newTerms} />}
      <Submit label={actions.login} />
    </Form>
  );
}
