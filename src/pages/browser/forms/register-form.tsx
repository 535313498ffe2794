import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { FormProps } from '../../forms.ts';
import { AccountFields } from '../components/account-fields.tsx';
import { AddressSuggestion } from '../components/address-suggestion.tsx';
import { Agreement } from '../components/agreement.tsx';
import { type InputProps, TextField } from '../components/fields.tsx';
import { Form, type FormHandlers, Submit } from '../components/form.tsx';
import type { NoticeText } from '../components/notice.tsx';
import { usePage } from '../components/page-data.ts';
import { PasswordField } from '../components/password-field.tsx';

interface NewAccountProps extends Pick<InputProps, 'id' | 'autocomplete' | 'defaultValue'> {
  /** Called when another address is typed. */
  readonly changed?: () => void;
  /** Shown below the address and its error. */
  readonly waysOut?: ComponentChildren;
}

/** The fields of every new account. */
export function NewAccountFields({ id = 'email', changed, ...address }: NewAccountProps) {
  const { texts, fields } = usePage();
  const [email, setEmail] = useState('');
  return (
    <>
      <AccountFields fields={fields.filter(({ name }) => name === 'full_name')} />
      <TextField
        name="email"
        id={id}
        type="email"
        label={texts.fields.email}
        hint={texts.hints.email}
        onInput={({ currentTarget }) => {
          changed?.();
          setEmail(currentTarget.value);
        }}
        {...address}
      />
      <AddressSuggestion id={id} typed={email} />
      <AccountFields fields={fields.filter(({ name }) => name !== 'full_name')} />
    </>
  );
}

interface RegisterProps extends FormHandlers {
  /** The refusal of a provider. */
  readonly notice?: NoticeText;
}

export function RegisterForm({ id, taken, agreement, refused, ...handlers }: FormProps['register'] & RegisterProps) {
  const { actions } = usePage().texts;
  const [isTaken, setTaken] = useState(false);
  return (
    <Form
      id={id}
      class="stack"
      {...handlers}
      refused={(reply, values) => {
        setTaken(reply.code === 'email_taken');
        return refused?.(reply, values);
      }}
    >
      <NewAccountFields
        autocomplete="username"
        changed={() => setTaken(false)}
        waysOut={
          <p class="ways-out row small" id="taken" hidden={!isTaken}>
            <a data-carry href={taken.loginUrl}>
              {actions.login}
            </a>
            <a data-carry href={taken.forgotUrl}>
              {taken.forgot}
            </a>
          </p>
        }
      />
      <PasswordField name="password" isNew />
      {agreement && <Agreement {...agreement} />}
      <Submit label={actions.register} />
    </Form>
  );
}

/** Requests missing fields of an account. */
export const DetailsForm = ({ id, label, fields, ...handlers }: FormProps['details'] & FormHandlers) => (
  <Form id={id} class="stack" {...handlers}>
    <AccountFields fields={fields} />
    <Submit label={label} />
  </Form>
);
