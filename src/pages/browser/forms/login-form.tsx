import { useLayoutEffect, useRef } from 'preact/hooks';
import type { FormProps } from '../../forms.ts';
import { Agreement } from '../components/agreement.tsx';
import { useCodeStep } from '../components/code-step.tsx';
import { TextField } from '../components/fields.tsx';
import { Form, type FormHandlers, Submit, useForm } from '../components/form.tsx';
import type { NoticeText } from '../components/notice.tsx';
import { usePage } from '../components/page-data.ts';
import { PasskeyButton } from '../components/passkey-button.tsx';
import { PasswordField } from '../components/password-field.tsx';

interface Props extends FormHandlers {
  /** The result of a login with a passkey. */
  readonly notice?: NoticeText;
  /** The terms have not been accepted. */
  readonly asksForTerms?: boolean;
  readonly stepShown: (title: string, isFirst: boolean) => void;
}

/** The e-mail address and password stay in hidden fields and are sent with the code. */
export function LoginForm({
  id,
  words,
  forgotUrl,
  passkey,
  agreement,
  asksForTerms = false,
  stepShown,
  refused,
  ...handlers
}: FormProps['login'] & Props) {
  const { actions, fields, secondFactor } = usePage().texts;
  const step = useCodeStep('code');
  const firstStep = useRef<HTMLDivElement>(null);
  const wasShown = useRef(false);
  useLayoutEffect(() => {
    if (step.isShown === wasShown.current) return;
    wasShown.current = step.isShown;
    stepShown(step.isShown ? secondFactor.title : words.title, !step.isShown);
    if (!step.isShown) firstStep.current?.querySelector<HTMLInputElement>('#password')?.select();
  }, [step.isShown]);
  return (
    <Form
      id={id}
      class="stack"
      {...handlers}
      refused={(reply, values) => {
        if (reply.code === 'invalid_credentials') step.hide();
        return step.refused(reply) ?? refused?.(reply, values);
      }}
    >
      <div class="stack" id="first-step" hidden={step.isShown} ref={firstStep}>
        <TextField
          name="email"
          type="email"
          label={fields.email}
          autocomplete={passkey ? 'username webauthn' : 'username'}
        />
        <PasswordField name="password" />
        <p class="row apart options">
          <label class="choice">
            <input type="checkbox" id="keep" /> <span>{words.keep}</span>
          </label>
          <a data-carry href={forgotUrl}>
            {words.forgot}
          </a>
        </p>
      </div>
      {step.fields}
      {agreement && asksForTerms && <Agreement {...agreement} />}
      <Submit label={actions.login} />
      {passkey && (
        <>
          <p class="divider soft small needs-passkeys">{passkey.or}</p>
          <PasskeyButton id="passkey-login" disabled label={passkey.withPasskey} />
        </>
      )}
      <BackButton label={words.back} isHidden={!step.isShown} back={step.hide} />
    </Form>
  );
}

interface BackProps {
  readonly label: string;
  readonly isHidden: boolean;
  readonly back: () => void;
}

function BackButton({ label, isHidden, back }: BackProps) {
  const { clear } = useForm();
  return (
    <button
      class="button-link back"
      type="button"
      id="back"
      hidden={isHidden}
      onClick={() => {
        clear();
        back();
      }}
    >
      {label}
    </button>
  );
}
