import { useState } from 'preact/hooks';
import type { Texts } from '../../texts/en.ts';
import { fill } from '../../texts/fill.ts';
import type { LoginMethod } from '../account/answers.ts';
import { Button } from '../components/button.tsx';
import { useCodeStep } from '../components/code-step.tsx';
import { Form, Submit, type Values } from '../components/form.tsx';
import { Notice, type NoticeText, refusalNotice } from '../components/notice.tsx';
import { PasskeyButton } from '../components/passkey-button.tsx';
import { PasswordField, Username } from '../components/password-field.tsx';
import { usePasskey } from '../passkey-ceremony.ts';
import { logOut, reauthenticate } from '../session.ts';

/** The result of a provider that the dialog sent the user to. */
export interface Returned {
  readonly ticket?: string;
  readonly notice?: NoticeText;
}

interface Props extends Returned {
  readonly words: Texts['confirmIdentity'];
  readonly email: string;
  /** Without a password, passkey or provider, only a new login counts as recent. */
  readonly hasPassword: boolean;
  readonly canUsePasskey: boolean;
  /** Providers that can confirm a recent login. */
  readonly providers: readonly LoginMethod[];
  /** Opens the provider; returns a refusal. */
  readonly confirmAtProvider: (provider: LoginMethod) => Promise<NoticeText | undefined>;
  readonly confirmed: () => void;
  readonly cancel: () => void;
}

export function RecentLoginForm(props: Props) {
  const { words, email, hasPassword, canUsePasskey, providers, confirmAtProvider, confirmed, cancel } = props;
  const step = useCodeStep('recent-login-code');
  const [noticeText, setNoticeText] = useState(props.notice);
  const [ticket, setTicket] = useState(props.ticket);
  const [isDone, setDone] = useState(false);
  const confirmByPasskey = async () => {
    const reply = await usePasskey((passkey) => reauthenticate({ passkey }));
    if (reply.ok) confirmed();
    else if (reply.code !== 'cancelled') setNoticeText(refusalNotice(reply));
  };
  const send = ({ password = '', code = '' }: Values) =>
    reauthenticate({ ...(ticket === undefined ? { password } : { identity: ticket }), ...(code !== '' && { code }) });
  const hasNone = !hasPassword && !canUsePasskey && providers.length === 0;
  // A provider that does not ask for a new login still logs in.
  const canOnlyLogInAgain = hasNone || (props.notice !== undefined && !hasPassword && !canUsePasskey);
  return (
    <Form
      id="recent-login-form"
      class="stack"
      notice={noticeText}
      send={send}
      // The visit to the provider interrupted the action, which does not continue by itself.
      succeeded={() => (ticket === undefined ? confirmed() : setDone(true))}
      refused={(reply) => {
        if (reply.code === 'invalid_identity') setTicket(undefined);
        return step.refused(reply);
      }}
    >
      <h2 id="recent-login-title">{isDone ? words.done : words.title}</h2>
      <p class="soft" id="recent-login-lead">
        {isDone ? words.doneLead : hasNone ? words.logInAgainLead : words.lead}
      </p>
      {isDone ? (
        <Button mood="main" label={words.goOn} takesFocus run={confirmed} />
      ) : (
        <>
          <p class="value">{email}</p>
          {ticket === undefined && hasPassword && (
            <>
              <Username id="recent-login-username" email={email} />
              <PasswordField name="password" />
            </>
          )}
          {step.fields}
          {ticket !== undefined || hasPassword ? (
            <Submit label={words.confirm} />
          ) : (
            <Notice role="alert" notice={noticeText} />
          )}
          {canUsePasskey && <PasskeyButton label={words.usePasskey} onClick={confirmByPasskey} />}
          {providers.map((provider) => (
            <Button
              key={provider.id}
              label={fill(words.useProvider, { provider: provider.name })}
              run={async () => setNoticeText(await confirmAtProvider(provider))}
            />
          ))}
          {providers.length > 0 && <p class="soft small">{words.leaves}</p>}
          {canOnlyLogInAgain && <Button mood="main" label={words.logInAgain} run={logOut} />}
          <button class="button plain" type="button" onClick={cancel}>
            {words.cancel}
          </button>
        </>
      )}
    </Form>
  );
}
