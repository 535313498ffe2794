import { useState } from 'preact/hooks';
import { call } from '../api.ts';
import { Button } from '../components/button.tsx';
import { focusOnArrival } from '../components/focus.ts';
import { type NoticeText, refusalNotice } from '../components/notice.tsx';
import { usePasskey } from '../passkey-ceremony.ts';
import { passkeysWork } from '../passkey-support.ts';
import { replaceSession } from '../session.ts';
import { type Account, useAccount } from './account-context.ts';
import { Actions, Card } from './card.tsx';
import { pageData, texts } from './page-data.ts';

const { factorSetup: words } = texts;

/**
 * SECOND_FACTOR: the next step of an account that must have a second factor. A passkey counts once it has been used to
 * log in. Until then, the page offers nothing that would be refused.
 */
export const setupStep = ({ mustSetUp, security }: Pick<Account, 'mustSetUp' | 'security'>) => {
  if (!mustSetUp) return undefined;
  return pageData.features.passkeys && passkeysWork && (security?.passkeys ?? 0) > 0 ? 'log-in' : 'add';
};

/** Shown above the cards. */
export function FactorSetup({ step }: { readonly step: 'add' | 'log-in' }) {
  return (
    <Card id="factor-setup" title={words.title}>
      {step === 'add' ? <p>{words.lead}</p> : <PasskeyLogin />}
    </Card>
  );
}

function PasskeyLogin() {
  const { finishSetup } = useAccount();
  const [noticeText, setNoticeText] = useState<NoticeText>();
  const logIn = async () => {
    setNoticeText(undefined);
    const reply = await usePasskey((credential) => call('POST', '/api/login/passkey', { body: { credential } }));
    if (reply.ok) {
      replaceSession(reply);
      return finishSetup();
    }
    if (reply.code !== 'cancelled') setNoticeText(refusalNotice(reply));
  };
  return (
    <>
      <p tabIndex={-1} ref={focusOnArrival}>
        {words.passkeyAdded}
      </p>
      <Actions notice={noticeText}>
        <Button mood="main" label={words.logIn} run={logIn} />
      </Actions>
    </>
  );
}
