import { useState } from 'preact/hooks';
import type { IdentityPage } from '../../forms.ts';
import { fill } from '../../texts/fill.ts';
import { Agreement } from '../components/agreement.tsx';
import { Button } from '../components/button.tsx';
import { Form, type FormHandlers, Submit } from '../components/form.tsx';
import { type NoticeText, notice } from '../components/notice.tsx';
import { usePage } from '../components/page-data.ts';
import { NewAccountFields } from './register-form.tsx';

interface Props extends FormHandlers, Pick<IdentityPage, 'words' | 'agreement'> {
  /** The address that the provider states, if any. */
  readonly email: string | null;
  readonly provider: string;
  /** Opens the provider again, because its ticket has expired; returns a refusal. */
  readonly beginAgain: () => Promise<NoticeText | undefined>;
}

/** The registration form after a login with a provider. */
export function IdentityRegisterForm({ words, agreement, email, provider, beginAgain, ...handlers }: Props) {
  const [isExpired, setExpired] = useState(false);
  const [noticeText, setNoticeText] = useState<NoticeText>();
  return (
    <Form
      id="identity-register-form"
      class="stack"
      {...handlers}
      notice={noticeText}
      refused={({ code }) => {
        if (code !== 'invalid_identity') return undefined;
        setExpired(true);
        return notice(fill(words.expired, { provider }), 'neutral');
      }}
    >
      <p class="soft">{words.registerLead}</p>
      <NewAccountFields id="identity_email" autocomplete="email" defaultValue={email ?? ''} />
      {agreement && <Agreement {...agreement} />}
      <Submit label={usePage().texts.actions.register} variant={isExpired ? 'plain' : undefined}>
        {isExpired && (
          <Button
            mood="main"
            label={fill(words.continueWith, { provider })}
            run={async () => setNoticeText(await beginAgain())}
          />
        )}
      </Submit>
    </Form>
  );
}
