import { useLayoutEffect } from 'preact/hooks';
import { useCodeStep } from '../components/code-step.tsx';
import { Form, Submit, type Values } from '../components/form.tsx';
import { type NoticeText, notice } from '../components/notice.tsx';
import { PasswordField, Username } from '../components/password-field.tsx';
import { EmailForm } from '../forms/email-form.tsx';
import { messages } from '../page.ts';
import { end, logInQuietly } from '../session.ts';
import { useAccount } from './account-context.ts';
import { Card } from './card.tsx';
import { CancelButton, FormRow, useFormRow } from './form-row.tsx';
import { requestAsOwner } from './owner.ts';
import { texts } from './page-data.ts';
import { CHANGE_PASSWORD, useFragment } from './section-in-address.ts';

export function Password() {
  const { security, user } = useAccount();
  const { account: words } = texts;
  const row = useFormRow();
  const fragment = useFragment();
  // Password managers and external links address the form itself.
  useLayoutEffect(() => {
    if (fragment === CHANGE_PASSWORD) row.open();
  }, [fragment]);
  const close = (noticeText?: NoticeText) => {
    row.close(noticeText);
    // A reload would open the form again.
    if (location.hash === CHANGE_PASSWORD) history.replaceState(null, '', '#security');
  };
  if (security?.password === false) {
    return (
      <Card id="password" title={words.password} lead={words.noPassword}>
        <EmailForm
          id="choose-password"
          kind="password_reset"
          label={words.choosePassword}
          variant="plain"
          sentText={words.choosePasswordSent}
          emailOf={() => user.email}
        />
      </Card>
    );
  }
  return (
    // Accounts with an authenticator app must log in again after a change, because the code works only once.
    <Card id="password" title={words.password} lead={security?.totp ? words.passwordLeadWithApp : words.passwordLead}>
      <FormRow id="password" row={row} openLabel={words.changePassword}>
        <PasswordForm close={close} />
      </FormRow>
    </Card>
  );
}

function PasswordForm({ close }: { readonly close: (noticeText?: NoticeText) => void }) {
  const { email } = useAccount().user;
  // Asks for a code once the passwords are right, if the account has an authenticator app.
  const step = useCodeStep('password-code');
  const send = async ({ current_password = '', new_password = '', code = '' }: Values) => {
    const passwords = { current_password, new_password, ...(code !== '' && { code }) };
    const reply = await requestAsOwner('POST', '/api/change-password', passwords);
    if (!reply.ok) return reply;
    // A change ends every session, so the page logs in again with the new password.
    const login = await logInQuietly(email, new_password);
    if (login.ok) close(notice(messages.passwordChangedHere, 'success'));
    else end('passwordChanged');
    return reply;
  };
  return (
    <Form id="password-form" class="stack" send={send} refused={step.refused}>
      <Username id="username" email={email} />
      <PasswordField name="current_password" />
      <PasswordField name="new_password" isNew />
      {step.fields}
      <Submit label={texts.savePassword}>
        <CancelButton id="password-cancel" onClick={close} />
      </Submit>
    </Form>
  );
}
