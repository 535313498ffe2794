import { useEffect, useState } from 'preact/hooks';
import { type Reply, refusal } from '../api.ts';
import { usePasskey } from '../passkey-ceremony.ts';
import { passkeysWork } from '../passkey-support.ts';
import { reauthenticate, reauthenticateByPasskey } from '../session.ts';
import { useAccount } from './account-context.ts';
import type { Passkeys } from './answers.ts';
import { useCodeStep } from './code-step.tsx';
import { Dialog } from './dialog.tsx';
import { PasswordField, Username } from './fields.tsx';
import { Form, Submit } from './form.tsx';
import { type Said, sayRefusal } from './notice.tsx';
import { requestAsOwner } from './owner.ts';
import { pageData, texts } from './page-data.ts';

interface Question {
  readonly byPasskey: boolean;
  readonly answer: (isConfirmed: boolean) => void;
}

let ask: (question: Question) => void = () => {};

/**
 * For operations that want a recent login: sends, and if the service answers `fresh_login_required`, asks for the
 * password, and where the account has a second factor for a code, in a dialog and sends once more. Who cancels gets a
 * reply with the code `cancelled`, of which forms say nothing.
 */
export async function withRecentLogin(send: () => Promise<Reply>): Promise<Reply> {
  const reply = await send();
  if (reply.code !== 'fresh_login_required') return reply;
  const byPasskey = await hasPasskey();
  const isConfirmed = await new Promise<boolean>((answer) => ask({ byPasskey, answer }));
  return isConfirmed ? send() : refusal('cancelled');
}

/** Only owners of passkeys are offered to use one. */
async function hasPasskey(): Promise<boolean> {
  if (!pageData.hasPasskeys || !passkeysWork) return false;
  const { ok, data } = await requestAsOwner('GET', '/api/me/passkeys');
  return ok && (data as Passkeys).passkeys.length > 0;
}

/** Once in the page. */
export function RecentLogin() {
  const [question, setQuestion] = useState<Question>();
  useEffect(() => {
    ask = setQuestion;
  }, []);
  if (!question) return null;
  const answer = (isConfirmed: boolean) => {
    setQuestion(undefined);
    question.answer(isConfirmed);
  };
  return <RecentLoginDialog byPasskey={question.byPasskey} answer={answer} />;
}

function RecentLoginDialog({ byPasskey, answer }: Question) {
  const { email } = useAccount().user;
  const { confirmIdentity: words } = texts;
  const [said, setSaid] = useState<Said>();
  const step = useCodeStep('recent-login-code');
  const confirmByPasskey = async () => {
    const reply = await usePasskey(reauthenticateByPasskey);
    if (reply.ok) answer(true);
    else if (reply.code !== 'cancelled') setSaid(sayRefusal(reply));
  };
  return (
    <Dialog id="recent-login" describedBy="recent-login-lead" closed={() => answer(false)}>
      <Form
        id="recent-login-form"
        class="stack"
        says={said}
        send={({ password = '', code = '' }) => reauthenticate(password, code)}
        succeeded={() => answer(true)}
        refused={step.refused}
      >
        <h2 id="recent-login-title">{words.title}</h2>
        <p class="soft" id="recent-login-lead">
          {words.lead}
        </p>
        <p class="value">{email}</p>
        <Username id="recent-login-username" email={email} />
        <PasswordField name="password" />
        {step.fields}
        <Submit label={words.confirm} />
        {byPasskey && (
          <button class="button plain needs-passkeys" type="button" onClick={confirmByPasskey}>
            <PasskeyIcon />
            <span>{words.usePasskey}</span>
          </button>
        )}
        <button class="button plain" type="button" onClick={() => answer(false)}>
          {words.cancel}
        </button>
      </Form>
    </Dialog>
  );
}

/** A person with a key: the sign of passkeys. */
const PasskeyIcon = () => (
  <svg class="line-icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
    <circle cx="9.5" cy="7.5" r="3.75" />
    <path d="M2.75 20a6.75 6.75 0 0 1 9.5-6.2" />
    <circle cx="17.75" cy="12.75" r="2.75" />
    <path d="M17.75 15.5v5.75m0-2.5h2" />
  </svg>
);
