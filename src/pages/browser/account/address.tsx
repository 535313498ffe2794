import { useEffect, useRef, useState } from 'preact/hooks';
import { fill } from '../../texts/fill.ts';
import { TextField } from '../components/fields.tsx';
import { Form, Submit, type Values } from '../components/form.tsx';
import { say } from '../components/notice.tsx';
import { noteSent, secondsToWait } from '../email-allowance.ts';
import { messages } from '../page.ts';
import { lookAgain } from '../session.ts';
import { useAccount } from './account-context.ts';
import { Card } from './card.tsx';
import { CancelButton, FormRow, useFormRow } from './form-row.tsx';
import { texts } from './page-data.ts';
import { withRecentLogin } from './recent-login.tsx';

const { account, addressChange: words, fields } = texts;

/**
 * The link may be opened on another device while this page stays in sight. Each time costs a request, and the link
 * works for an hour.
 */
const LOOK_AGAIN_AFTER_MINUTES = [0.25, 0.5, 1, 2, 4, 8, 16, 32];

export function Address() {
  const { user, security } = useAccount();
  const row = useFormRow();
  const wait = useEmailWait(user.email);
  /** The address that the page says was asked for. */
  const pending = useRef<string | undefined>(undefined);
  const shownEmail = useRef(user.email);

  const asked = (email: string) => {
    pending.current = email;
    for (const minutes of LOOK_AGAIN_AFTER_MINUTES) setTimeout(lookAgain, minutes * 60_000);
    return say(fill(words.asked, { email }), 'neutral');
  };
  // A change that was asked for before the page was loaded, or elsewhere.
  useEffect(() => {
    const email = security?.pending_email ?? null;
    if (email !== null && email !== pending.current) row.tell(asked(email));
  }, [security]);
  // The link was opened in another tab or on another device.
  useEffect(() => {
    if (user.email === shownEmail.current) return;
    shownEmail.current = user.email;
    pending.current = undefined;
    row.tell(say(words.changed, 'success'));
  }, [user.email]);

  const send = async (values: Values) => {
    const reply = await withRecentLogin('POST', '/api/me/email', values);
    if (reply.ok) {
      wait.noteSent();
      row.close(asked((values.email ?? '').trim()));
    }
    return reply;
  };
  return (
    <Card id="address" title={fields.email} lead={account.addressLead}>
      <FormRow id="address" row={row} openLabel={words.ask} value={<p class="value">{user.email}</p>}>
        <Form
          key={row.round}
          id="address-form"
          class="stack"
          hidden={!row.isOpen}
          isWaiting={wait.seconds > 0}
          send={send}
        >
          <TextField name="email" type="email" autocomplete="email" label={words.newAddress} hint={words.hint} />
          <p class="wait small soft" id="address-form-wait">
            {wait.seconds > 0 && fill(messages.nextEmail, { count: String(wait.seconds) })}
          </p>
          <Submit label={texts.sendLink} describedBy="address-form-wait">
            <CancelButton onClick={row.close} />
          </Submit>
        </Form>
      </FormRow>
    </Card>
  );
}

/** Every request sends a notice to the address that the account has, so that is the one to count. */
function useEmailWait(email: string) {
  const seconds = secondsToWait('email_change_notice', email);
  const [, look] = useState(0);
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setTimeout(() => look((before) => before + 1), 1000);
    return () => clearTimeout(timer);
  });
  return { seconds, noteSent: () => noteSent('email_change_notice', email) };
}
