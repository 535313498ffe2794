import type { FormProps, OwnInput } from '../../forms.ts';
import { Agreement } from '../components/agreement.tsx';
import { Form, type FormHandlers, Submit } from '../components/form.tsx';
import { PasswordField, Username } from '../components/password-field.tsx';
import { AccountFields } from '../components/profile-field.tsx';

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
  /** The fields of FIELDS_FILE that the account lacks. */
  readonly own?: readonly OwnInput[];
}

export const PasswordForm = ({
  id,
  label,
  agreement,
  fields = [],
  email = '',
  own = [],
  ...handlers
}: FormProps['password'] & PasswordProps) => (
  <Form id={id} class="stack" {...handlers}>
    <Username id="username" email={email} />
    <AccountFields names={fields} own={own} />
    <PasswordField name="new_password" isNew />
    {agreement && <Agreement {...agreement} />}
    <Submit label={label} />
  </Form>
);
