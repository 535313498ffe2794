import { useState } from 'preact/hooks';
import type { FormProps, IdentityPage } from '../../forms.ts';
import { AddressSuggestion } from '../components/address-suggestion.tsx';
import { Agreement } from '../components/agreement.tsx';
import { TextField } from '../components/fields.tsx';
import { Form, type FormHandlers, Submit } from '../components/form.tsx';
import { OwnFields } from '../components/own-fields.tsx';
import { usePage } from '../components/page-data.ts';
import { PasswordField } from '../components/password-field.tsx';
import { ProfileField } from '../components/profile-field.tsx';

export function RegisterForm({ id, taken, agreement, refused, ...handlers }: FormProps['register'] & FormHandlers) {
  const { texts, own } = usePage();
  const { actions, fields, hints } = texts;
  const [isTaken, setTaken] = useState(false);
  const [email, setEmail] = useState('');
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
      <ProfileField name="full_name" />
      <TextField
        name="email"
        type="email"
        label={fields.email}
        hint={hints.email}
        autocomplete="username"
        onInput={({ currentTarget }) => {
          setTaken(false);
          setEmail(currentTarget.value);
        }}
      />
      <AddressSuggestion id="email" typed={email} />
      <p class="options" id="taken" hidden={!isTaken}>
        <a data-carry href={taken.loginUrl}>
          {actions.login}
        </a>{' '}
        <a data-carry href={taken.forgotUrl}>
          {taken.forgot}
        </a>
      </p>
      <ProfileField name="phone_number" />
      <ProfileField name="industry" />
      <OwnFields own={own} optional={fields.optional} />
      <PasswordField name="password" isNew />
      {agreement && <Agreement {...agreement} />}
      <Submit label={actions.register} />
    </Form>
  );
}

/** For an account that lacks them. */
export const DetailsForm = ({ id, label, fields, own = [], ...handlers }: FormProps['details'] & FormHandlers) => (
  <Form id={id} class="stack" {...handlers}>
    {fields.map((name) => (
      <ProfileField key={name} name={name} />
    ))}
    <OwnFields own={own} optional={usePage().texts.fields.optional} />
    <Submit label={label} />
  </Form>
);

/** After a login with a provider, for somebody who has no account. */
interface IdentityRegisterProps extends FormHandlers, Pick<IdentityPage, 'words' | 'agreement'> {
  /** As the provider states it; null: it states none. */
  readonly email: string | null;
}

export function IdentityRegisterForm({ words, agreement, email, ...handlers }: IdentityRegisterProps) {
  const { texts, own } = usePage();
  const { actions, fields, hints } = texts;
  return (
    <Form id="identity-register-form" class="stack" {...handlers}>
      <p class="soft">{words.registerLead}</p>
      <ProfileField name="full_name" />
      <TextField
        name="email"
        id="identity_email"
        type="email"
        label={fields.email}
        hint={hints.email}
        autocomplete="email"
        defaultValue={email ?? ''}
      />
      <ProfileField name="phone_number" />
      <ProfileField name="industry" />
      <OwnFields own={own} optional={fields.optional} />
      {agreement && <Agreement {...agreement} />}
      <Submit label={actions.register} />
    </Form>
  );
}
