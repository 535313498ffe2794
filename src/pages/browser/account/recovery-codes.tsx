import { useState } from 'preact/hooks';
import { fill } from '../../texts/fill.ts';
import { useAccount } from './account-context.ts';
import { focusOnArrival } from './focus.ts';
import { Notice, type Said, say } from './notice.tsx';
import { pageData, texts } from './page-data.ts';
import { saveAs } from './save-as.ts';

const { authenticator: words } = texts;

interface Props {
  readonly codes: readonly string[];
  /** The owner says that the codes are in a safe place. */
  readonly saved: () => void;
}

export function RecoveryCodes({ codes, saved }: Props) {
  const { email } = useAccount().user;
  const [said, setSaid] = useState<Said>();
  // Only at https addresses and on this machine.
  const [canCopy, setCanCopy] = useState(navigator.clipboard !== undefined);
  const title = fill(words.fileTitle, { product: pageData.productName, email });
  const text = `${title}\n\n${codes.join('\n')}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid(say(words.copied, 'success')),
      // The browser does not let the page copy; the codes can still be marked, printed and downloaded.
      () => setCanCopy(false),
    );
  return (
    <div class="stack">
      <h4 id="recovery-codes-title" tabIndex={-1} ref={focusOnArrival}>
        {words.codesTitle}
      </h4>
      <p>{words.codesLead}</p>
      <ul class="codes" aria-labelledby="recovery-codes-title">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Notice said={said} />
      <div class="choices">
        {canCopy && <Choice label={words.copy} onClick={copy} />}
        <Choice label={words.print} onClick={printCodes} />
        <Choice label={words.download} onClick={() => saveAs('recovery-codes.txt', 'text/plain', text)} />
      </div>
      <div class="submit">
        <button class="button" type="button" onClick={saved}>
          {words.saved}
        </button>
      </div>
    </div>
  );
}

const Choice = ({ label, onClick }: { readonly label: string; readonly onClick: () => void }) => (
  <button class="button plain compact" type="button" onClick={onClick}>
    {label}
  </button>
);

/** The style sheet prints the codes, and whose they are, and nothing else. */
function printCodes(): void {
  document.documentElement.classList.add('prints-codes');
  addEventListener('afterprint', () => document.documentElement.classList.remove('prints-codes'), { once: true });
  print();
}
