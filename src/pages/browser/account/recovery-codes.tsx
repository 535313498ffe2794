import { useState } from 'preact/hooks';
import { fill } from '../../texts/fill.ts';
import { Button } from '../components/button.tsx';
import { focusOnArrival } from '../components/focus.ts';
import { Notice, type NoticeText, notice } from '../components/notice.tsx';
import { saveAs } from '../components/save-as.ts';
import { useAccount } from './account-context.ts';
import { Actions } from './card.tsx';
import { pageData, texts } from './page-data.ts';

const { authenticator: words } = texts;

interface Props {
  readonly codes: readonly string[];
  /** The owner confirms having stored the codes. */
  readonly saved: () => void;
}

export function RecoveryCodes({ codes, saved }: Props) {
  const { email } = useAccount().user;
  const [noticeText, setNoticeText] = useState<NoticeText>();
  // Available only on https and localhost.
  const [canCopy, setCanCopy] = useState(navigator.clipboard !== undefined);
  const title = fill(words.fileTitle, { product: pageData.productName, email });
  const text = `${title}\n\n${codes.join('\n')}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setNoticeText(notice(words.copied, 'success')),
      // If the browser refuses, the codes can still be selected, printed and downloaded.
      () => setCanCopy(false),
    );
  return (
    <div class="stack">
      <h4 id="recovery-codes-title" tabIndex={-1} ref={focusOnArrival}>
        {words.codesTitle}
      </h4>
      <p>{words.codesLead}</p>
      <ul class="box codes mono" aria-labelledby="recovery-codes-title">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Notice notice={noticeText} />
      <div class="row">
        {canCopy && <Button isCompact label={words.copy} run={copy} />}
        <Button isCompact label={words.print} run={printCodes} />
        <Button isCompact label={words.download} run={() => saveAs('recovery-codes.txt', new Blob([text]))} />
      </div>
      <Actions>
        <Button mood="main" label={words.saved} run={saved} />
      </Actions>
    </div>
  );
}

/** The style sheet prints only the codes and the account they belong to. */
function printCodes(): void {
  document.documentElement.classList.add('prints-codes');
  addEventListener('afterprint', () => document.documentElement.classList.remove('prints-codes'), { once: true });
  print();
}
