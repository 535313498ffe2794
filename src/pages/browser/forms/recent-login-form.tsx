import { useState } from 'preact/hooks';
import type { Texts } from '../../texts/en.ts';
import { useCodeStep } from '../components/code-step.tsx';
import { Form, Submit } from '../components/form.tsx';
import { Notice, type Said, sayRefusal } from '../components/notice.tsx';
import { PasskeyIcon } from '../components/passkey-icon.tsx';
import { PasswordField, Username } from '../components/password-field.tsx';
import { usePasskey } from '../passkey-ceremony.ts';
import { logOut, reauthenticate, reauthenticateByPasskey } from '../session.ts';

interface Props {
  readonly words: Texts['confirmIdentity'];
  readonly email: string;
  /** Without one, and without a passkey, only another login is recent. */
  readonly hasPassword: boolean;
  readonly canUsePasskey: boolean;
  readonly confirmed: () => void;
  readonly cancel: () => void;
}

/** In the dialog of ../recent-login.ts. */
export function RecentLoginForm({ words, email, hasPassword, canUsePasskey, confirmed, cancel }: Props) {
  const step = useCodeStep('recent-login-code');
  const [said, setSaid] = useState<Said>();
  const confirmByPasskey = async () => {
    const reply = await usePasskey(reauthenticateByPasskey);
    if (reply.ok) confirmed();
    else if (reply.code !== 'cancelled') setSaid(sayRefusal(reply));
  };
  return (
    <Form
      id="recent-login-form"
      class="stack"
      says={said}
      send={({ password = '', code = '' }) => reauthenticate(password, code)}
      succeeded={confirmed}
      refused={step.refused}
    >
      <h2 id="recent-login-title">{words.title}</h2>
      <p class="soft" id="recent-login-lead">
        {hasPassword || canUsePasskey ? words.lead : words.logInAgainLead}
      </p>
      <p class="value">{email}</p>
      <Username id="recent-login-username" email={email} />
      {hasPassword ? (
        <>
          <PasswordField name="password" />
          {step.fields}
          <Submit label={words.confirm} />
        </>
      ) : (
        <Notice role="alert" said={said} />
      )}
      {canUsePasskey && (
        <button class="button plain needs-passkeys" type="button" onClick={confirmByPasskey}>
          <PasskeyIcon />
          <span>{words.usePasskey}</span>
        </button>
      )}
      {!hasPassword && !canUsePasskey && (
        <button class="button" type="button" onClick={logOut}>
          {words.logInAgain}
        </button>
      )}
      <button class="button plain" type="button" onClick={cancel}>
        {words.cancel}
      </button>
    </Form>
  );
}
