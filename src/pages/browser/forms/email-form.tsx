import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { FormProps } from '../../forms.ts';
import { fill } from '../../texts/fill.ts';
import { call, type Reply } from '../api.ts';
import { TextField } from '../components/fields.tsx';
import { Form, Submit } from '../components/form.tsx';
import { type NoticeText, notice } from '../components/notice.tsx';
import { usePage } from '../components/page-data.ts';
import { type EmailKind, recordSent, secondsToWait } from '../email-allowance.ts';
import { messages } from '../page.ts';

interface Props {
  readonly emailOf: () => string;
  readonly succeeded?: (reply: Reply) => void;
}

const PATHS = {
  verification: '/api/resend-verification',
  password_reset: '/api/forgot-password',
  login_code: '/api/login/email',
};

/** Requests another e-mail if one may have been lost. */
export function EmailForm({
  id,
  kind,
  label,
  variant,
  lead,
  hasField,
  sentText: done = kind === 'verification' ? messages.linkSent : undefined,
  emailOf,
  succeeded,
}: FormProps['email'] & Props) {
  const { fields } = usePage().texts;
  const [noticeText, setNoticeText] = useState<NoticeText>();
  const wait = useEmailWait(kind, emailOf);
  return (
    <Form
      id={id}
      class="stack"
      notice={noticeText}
      isWaiting={wait.seconds > 0}
      send={async () => {
        const email = emailOf().trim();
        const reply = await call('POST', PATHS[kind], { body: { email } });
        if (!reply.ok) return reply;
        wait.recordSent(email);
        if (done !== undefined) setNoticeText(notice(fill(done, { email }), 'success'));
        return reply;
      }}
      succeeded={(reply) => succeeded?.(reply)}
    >
      {lead !== undefined && <p class="soft">{lead}</p>}
      {hasField && (
        <TextField name="email" type="email" label={fields.email} autocomplete="username" onInput={wait.update} />
      )}
      <Submit label={label} variant={variant} describedBy={`${id}-wait`} />
      <WaitLine id={`${id}-wait`} seconds={wait.seconds} />
    </Form>
  );
}

/** Disables a form, with the remaining time, while the service would not send an e-mail. */
export function useEmailWait(kind: EmailKind, emailOf: () => string) {
  const [seconds, setSeconds] = useState(0);
  const update = () => setSeconds(secondsToWait(kind, emailOf()));
  useLayoutEffect(update);
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [seconds > 0]);
  return {
    seconds,
    /** Call when another address is typed. */
    update,
    recordSent(email = emailOf()) {
      recordSent(kind, email);
      update();
    },
  };
}

export const WaitLine = ({ id, seconds }: { readonly id: string; readonly seconds: number }) => (
  <p class="wait small soft" id={id}>
    {seconds > 0 && fill(messages.nextEmail, { count: String(seconds) })}
  </p>
);
