import { useState } from 'preact/hooks';
import { type Method, type Reply, refusal } from '../api.ts';
import { Button } from '../components/button.tsx';
import { openDialog } from '../components/dialog.tsx';
import { Form, Submit } from '../components/form.tsx';
import { type Said, sayRefusal } from '../components/notice.tsx';
import { usePasskey } from '../passkey-ceremony.ts';
import { passkeysWork } from '../passkey-support.ts';
import { reauthenticate, reauthenticateByPasskey } from '../session.ts';
import { useAccount } from './account-context.ts';
import type { Passkeys } from './answers.ts';
import { useCodeStep } from './code-step.tsx';
import { requestAsOwner } from './owner.ts';
import { pageData, texts } from './page-data.ts';
import { PasswordField, Username } from './password-field.tsx';

const { confirmIdentity: words } = texts;

/**
 * For operations that want a recent login: sends, and if the service answers `fresh_login_required`, asks for the
 * password, and where the account has a second factor for a code, in a dialog and sends once more. Who cancels gets a
 * reply with the code `cancelled`, of which forms say nothing.
 */
export async function withRecentLogin(method: Method, path: string, body?: object): Promise<Reply> {
  const reply = await requestAsOwner(method, path, body);
  if (reply.code !== 'fresh_login_required') return reply;
  const byPasskey = await hasPasskey();
  const isConfirmed = await openDialog<true>({ id: 'recent-login', title: words.title, lead: words.lead }, (close) => (
    <RecentLogin byPasskey={byPasskey} close={close} />
  ));
  return isConfirmed ? requestAsOwner(method, path, body) : refusal('cancelled');
}

/** Only owners of passkeys are offered to use one. */
async function hasPasskey(): Promise<boolean> {
  if (!pageData.hasPasskeys || !passkeysWork) return false;
  const { ok, data } = await requestAsOwner('GET', '/api/me/passkeys');
  return ok && (data as Passkeys).passkeys.length > 0;
}

interface Props {
  readonly byPasskey: boolean;
  readonly close: (isConfirmed?: true) => void;
}

function RecentLogin({ byPasskey, close }: Props) {
  const { email } = useAccount().user;
  const [said, setSaid] = useState<Said>();
  const step = useCodeStep('recent-login-code');
  const confirmByPasskey = async () => {
    const reply = await usePasskey(reauthenticateByPasskey);
    if (reply.ok) close(true);
    else if (reply.code !== 'cancelled') setSaid(sayRefusal(reply));
  };
  return (
    <Form
      id="recent-login-form"
      class="stack"
      says={said}
      send={({ password = '', code = '' }) => reauthenticate(password, code)}
      succeeded={() => close(true)}
      refused={step.refused}
    >
      <p class="value">{email}</p>
      <Username id="recent-login-username" email={email} />
      <PasswordField name="password" />
      {step.fields}
      <Submit label={words.confirm} />
      {byPasskey && <Button icon={<PasskeyIcon />} label={words.usePasskey} run={confirmByPasskey} />}
      <Button label={words.cancel} run={close} />
    </Form>
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
