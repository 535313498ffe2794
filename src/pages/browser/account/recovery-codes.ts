import { fill } from '../../texts/fill.ts';
import { clearNotice, showNotice } from '../notice.ts';
import { byId } from '../page.ts';
import { currentOwner } from './owner.ts';
import { saveAs } from './save-as.ts';

const root = () => byId('recovery-codes', HTMLElement);
const list = () => byId('recovery-code-list', HTMLElement);
const notice = () => byId('codes-notice', HTMLElement);

const asText = (): string => {
  const { product = '', fileTitle = '' } = root().dataset;
  const title = fill(fileTitle, { product, email: currentOwner()?.email ?? '' });
  const codes = [...list().children].map(({ textContent }) => textContent);
  return `${title}\n\n${codes.join('\n')}\n`;
};

/** `saved`: the owner says that the codes are in a safe place. */
export function startCodes(saved: () => void): void {
  const copy = byId('copy-codes', HTMLButtonElement);
  // Only at https addresses and on this machine.
  copy.hidden = navigator.clipboard === undefined;
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(asText()).then(
      () => showNotice(notice(), root().dataset.copied ?? '', 'success'),
      // The browser does not let the page copy; the codes can still be marked, printed and downloaded.
      () => {
        copy.hidden = true;
      },
    );
  });
  byId('download-codes', HTMLButtonElement).addEventListener('click', () =>
    saveAs('recovery-codes.txt', 'text/plain', asText()),
  );
  byId('print-codes', HTMLButtonElement).addEventListener('click', printCodes);
  byId('codes-saved', HTMLButtonElement).addEventListener('click', saved);
}

/** The style sheet prints the codes, and whose they are, and nothing else. */
function printCodes(): void {
  document.documentElement.classList.add('prints-codes');
  addEventListener('afterprint', () => document.documentElement.classList.remove('prints-codes'), { once: true });
  print();
}

export function showCodes(codes: readonly string[]): void {
  list().replaceChildren(
    ...codes.map((code) => {
      const item = document.createElement('li');
      item.textContent = code;
      return item;
    }),
  );
  byId('recovery-codes-title', HTMLElement).focus();
}

export function forgetCodes(): void {
  list().replaceChildren();
  clearNotice(notice());
}
