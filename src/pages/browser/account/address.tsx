import { useEffect, useRef } from 'preact/hooks';
import { fill } from '../../texts/fill.ts';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/fields.tsx';
import { Form, Submit } from '../components/form.tsx';
import { notice, refusalNotice } from '../components/notice.tsx';
import { useEmailWait, WaitLine } from '../forms/email-form.tsx';
import { requestWithRecentLogin } from '../recent-login.ts';
import { lookAgain } from '../session.ts';
import { useAccount, useAnswer } from './account-context.ts';
import type { AddressState, PendingAddress } from './answers.ts';
import { Card } from './card.tsx';
import { CancelButton, FormRow, useFormRow } from './form-row.tsx';
import { requestAsOwner } from './owner.ts';
import { texts } from './page-data.ts';

const { account, addressChange: words, fields } = texts;
const PATH = '/api/me/email';

/**
 * The intervals of checks whether the link was opened on another device. They grow, because each check costs a request
 * and the link works for an hour.
 */
const LOOK_AGAIN_AFTER_MINUTES = [0.25, 0.5, 1, 2, 4, 8, 16, 32];

/** The address of the account and a pending change of it. */
export function Address() {
  const { user, section, mustSetUp, showUser } = useAccount();
  const row = useFormRow();
  // Counts the notice to the current address, which every request sends.
  const wait = useEmailWait('email_change_notice', () => user.email);
  const { data, load } = useAnswer<AddressState>(PATH);
  const pending = data?.pending ?? null;
  const shownEmail = useRef(user.email);

  useEffect(() => {
    if (section === 'profile' && !mustSetUp) void load();
  }, [section, user.email, mustSetUp]);
  useEffect(() => {
    if (!pending) return;
    const timers = LOOK_AGAIN_AFTER_MINUTES.map((minutes) => setTimeout(lookAgain, minutes * 60_000));
    return () => timers.forEach(clearTimeout);
  }, [pending?.requested_at]);
  // The link was opened in another tab or on another device.
  useEffect(() => {
    if (user.email === shownEmail.current) return;
    shownEmail.current = user.email;
    row.showNotice(notice(words.changed, 'success'));
  }, [user.email]);

  const ask = async (email: string) => {
    const reply = await requestWithRecentLogin('POST', PATH, { email });
    if (!reply.ok) return reply;
    wait.recordSent();
    await load();
    return reply;
  };
  const sendAgain = async ({ email }: PendingAddress) => {
    const reply = await ask(email);
    if (reply.code !== 'cancelled')
      row.showNotice(reply.ok ? notice(words.sentAgain, 'success') : refusalNotice(reply));
  };
  const cancel = async () => {
    const reply = await requestAsOwner('DELETE', PATH);
    if (!reply.ok) return row.showNotice(refusalNotice(reply));
    await load();
    const { email } = reply.data as AddressState;
    // The change has just been confirmed, and the card says so.
    if (email !== user.email) return showUser({ ...user, email });
    row.showNotice(notice(words.cancelled, 'success', true));
  };
  return (
    <Card id="address" title={fields.email} lead={account.addressLead}>
      <FormRow
        id="address"
        row={row}
        openLabel={pending ? undefined : words.ask}
        value={
          <>
            <p class="value">{user.email}</p>
            <Pending change={pending} />
            <WaitLine id="address-wait" seconds={pending ? wait.seconds : 0} />
          </>
        }
        actions={
          pending && (
            <>
              <Button label={words.cancel} run={cancel} />
              <Button
                label={words.sendAgain}
                aria-describedby="address-wait"
                isPaused={wait.seconds > 0}
                run={() => sendAgain(pending)}
              />
            </>
          )
        }
      >
        <Form
          id="address-form"
          class="stack"
          isWaiting={wait.seconds > 0}
          send={({ email = '' }) => ask(email.trim())}
          succeeded={() => row.close()}
        >
          <TextField name="email" type="email" autocomplete="email" label={words.newAddress} hint={words.hint} />
          <WaitLine id="address-form-wait" seconds={wait.seconds} />
          <Submit label={texts.sendLink} describedBy="address-form-wait">
            <CancelButton onClick={row.close} />
          </Submit>
        </Form>
      </FormRow>
    </Card>
  );
}

/** Announced when it appears, because it answers the form. */
const Pending = ({ change }: { readonly change: PendingAddress | null }) => (
  <div role="status">
    {change && (
      <div class="box pending">
        <p>
          <span class="badge">{words.waiting}</span> <span class="value">{change.email}</span>
        </p>
        <p class="soft">{fill(words.asked, { time: timeOfDay(change.expires_at) })}</p>
      </div>
    )}
  </div>
);

/** Keeps the time on one line. */
const timeOfDay = (time: string): string =>
  new Date(time).toLocaleTimeString(document.documentElement.lang, { timeStyle: 'short' }).replaceAll(' ', '\u00a0');
