import type { FormProps } from '../../forms.ts';
import { AccountFields } from '../components/account-fields.tsx';
import { Agreement } from '../components/agreement.tsx';
import { Form, type FormHandlers, Submit } from '../components/form.tsx';
import { PasswordField, Username } from '../components/password-field.tsx';

/** The form behind a mailed link: nothing happens before the button is pressed. */
export const ButtonForm = ({ id, label, variant, hint, ...handlers }: FormProps['button'] & FormHandlers) => (
  <Form id={id} class="stack" {...handlers}>
    <Submit label={label} variant={variant} />
    {hint !== undefined && <p class="soft small">{hint}</p>}
  </Form>
);

interface PasswordProps extends FormHandlers {
  /** Password managers save the new password under this name. */
  readonly email?: string;
}

export const PasswordForm = ({
  id,
  label,
  agreement,
  fields = [],
  email = '',
  ...handlers
}: FormProps['password'] & PasswordProps) => (
  <Form id={id} class="stack" {...handlers}>
    <Username id="username" email={email} />
    <AccountFields fields={fields} />
    <PasswordField name="new_password" isNew />
    {agreement && <Agreement {...agreement} />}
    <Submit label={label} />
  </Form>
);
