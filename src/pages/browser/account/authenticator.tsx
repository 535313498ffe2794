import { useEffect, useRef, useState } from 'preact/hooks';
import type { Reply } from '../api.ts';
import { Notice, type NoticeText, notice, refusalNotice } from '../components/notice.tsx';
import { forgetRecentLogin } from '../session.ts';
import { useAccount } from './account-context.ts';
import type { NewApp, NewCodes } from './answers.ts';
import { ActiveApp, AddApp, ConfirmApp, RemoveApp } from './authenticator-steps.tsx';
import { Card } from './card.tsx';
import { texts } from './page-data.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

const { authenticator: words } = texts;

/** The current step. Secrets and codes are in the page only while shown. */
type Step = { readonly app: NewApp } | { readonly codes: readonly string[] } | 'removing';

export function Authenticator() {
  const { section, user, security, securityProblem, mustSetUp, readSecurity, finishSetup } = useAccount();
  const [step, setStep] = useState<Step>();
  const [noticeText, setNoticeText] = useState<NoticeText>();
  /** After a step whose button is gone, the first button gets the focus. */
  const [hasReturned, setReturned] = useState(false);
  /** The account had to add a factor first. */
  const wasRequired = useRef(false);
  useEffect(() => setNoticeText(undefined), [section, user]);

  const begin = (next: Step) => {
    setNoticeText(undefined);
    setStep(next);
  };
  const showApp = ({ data }: Reply) => {
    wasRequired.current = mustSetUp;
    begin({ app: data as NewApp });
  };
  const showCodes = ({ data }: Reply) => {
    // An access token issued before the second factor may have fewer rights, or none.
    forgetRecentLogin();
    begin({ codes: (data as NewCodes).recovery_codes });
  };
  const goBack = async (outcome?: NoticeText) => {
    const reply = await readSecurity();
    setNoticeText(reply.ok ? outcome : refusalNotice(reply));
    setReturned(reply.ok && !outcome);
    if (reply.ok) setStep(undefined);
  };
  const finish = async () => {
    await goBack();
    if (wasRequired.current) await finishSetup();
    wasRequired.current = false;
  };
  const shownStep = () => {
    if (step === 'removing') {
      return <RemoveApp cancel={goBack} removed={() => void goBack(notice(words.removed, 'success', true))} />;
    }
    if (step) {
      return 'app' in step ? (
        <ConfirmApp app={step.app} cancel={goBack} confirmed={showCodes} />
      ) : (
        <RecoveryCodes codes={step.codes} saved={finish} />
      );
    }
    if (!security) return null;
    if (!security.totp) return <AddApp added={showApp} takesFocus={hasReturned} isRequired={mustSetUp} />;
    return (
      <ActiveApp
        notice={noticeText ?? securityProblem}
        codesLeft={security.recovery_codes_left}
        takesFocus={hasReturned}
        renewed={showCodes}
        replaced={showApp}
        remove={() => begin('removing')}
        failed={(reply) => setNoticeText(refusalNotice(reply))}
      />
    );
  };
  return (
    <Card id="authenticator" title={words.title} lead={words.lead}>
      {!(security?.totp && step === undefined) && <Notice notice={noticeText ?? securityProblem} />}
      {shownStep()}
    </Card>
  );
}
