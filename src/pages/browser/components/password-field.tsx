import { useRef, useState } from 'preact/hooks';
import { checkPassword } from '../../../core/passwords/password-policy.ts';
import { ErrorLine, Input, useTyped } from './fields.tsx';
import { useForm } from './form.tsx';
import { usePage } from './page-data.ts';

/** Shows password managers whose password it is. */
export const Username = ({ id, email }: { readonly id: string; readonly email: string }) => (
  <input
    class="unseen"
    type="email"
    id={id}
    autocomplete="username"
    value={email}
    readOnly
    tabIndex={-1}
    aria-hidden="true"
  />
);

interface PasswordProps {
  readonly name: 'password' | 'current_password' | 'new_password';
  readonly isNew?: boolean;
}

export function PasswordField({ name, isNew = false }: PasswordProps) {
  const { attempt, isReady } = useForm();
  const { texts, messages, maxPasswordCodePoints } = usePage();
  const [typed, setTyped] = useTyped(name);
  const [shownIn, setShownIn] = useState<number>();
  // Password managers save only from password fields, and a password is shown no longer than needed.
  const isShown = shownIn === attempt;
  const reveal = isShown ? texts.actions.hidePassword : texts.actions.showPassword;
  const capsLock = useCapsLock();
  return (
    <div class="field">
      <label for={name}>{texts.fields[name]}</label>
      <div class="password">
        <Input
          name={name}
          type={isShown ? 'text' : 'password'}
          max={maxPasswordCodePoints}
          autocomplete={isNew ? 'new-password' : 'current-password'}
          required
          aria-describedby={`${isNew ? `${name}-rules ` : ''}${name}-error`}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          {...capsLock.listeners}
        />
        <button
          type="button"
          class={isShown ? 'icon-button reveal on' : 'icon-button reveal'}
          disabled={!isReady}
          aria-controls={name}
          aria-label={reveal}
          title={reveal}
          onClick={() => setShownIn(isShown ? undefined : attempt)}
        >
          <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
            <path d="M2.5 12s3.5-6.5 9.5-6.5 9.5 6.5 9.5 6.5-3.5 6.5-9.5 6.5S2.5 12 2.5 12Z" />
            <circle cx="12" cy="12" r="3" />
            <path class="strike" d="m4 4 16 16" />
          </svg>
        </button>
      </div>
      <p class="hint small" role="status" hidden={!capsLock.wasOn}>
        {capsLock.isOn && messages.capsLock}
      </p>
      <ErrorLine id={name} name={name} />
      {isNew && <PasswordRules id={`${name}-rules`} password={typed} />}
    </div>
  );
}

/** Warns of Caps Lock, which nobody notices in a password field. */
function useCapsLock() {
  const [isOn, setOn] = useState(false);
  // The line stays, because pressing a button ends the typing, and the button must not move away.
  const wasOn = useRef(false);
  wasOn.current ||= isOn;
  const check = (event: Event) => {
    // Password managers send events that resemble those of a key.
    if (event instanceof KeyboardEvent || event instanceof MouseEvent) setOn(event.getModifierState('CapsLock'));
  };
  const listeners = { onKeyDown: check, onKeyUp: check, onMouseDown: check, onBlur: () => setOn(false) };
  return { isOn, wasOn: wasOn.current, listeners };
}

function PasswordRules({ id, password }: { readonly id: string; readonly password: string }) {
  const { texts, messages } = usePage();
  const met = checkPassword(password);
  return (
    <div class="rules small" id={id}>
      <p>{texts.rules.title}</p>
      <ul class="row">
        {(['length', 'uppercase', 'digit'] as const).map((rule) => (
          <li key={rule} class={met[rule] ? 'row met' : 'row'} data-rule={rule}>
            <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
              <circle cx="8" cy="8" r="6.5" />
              <path d="m5 8.2 2.1 2.1L11 6.2" />
            </svg>
            <span>{texts.rules[rule]}</span>{' '}
            <span class="unseen state">({met[rule] ? messages.ruleMet : messages.ruleOpen})</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
