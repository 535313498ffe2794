import { basePath } from '../../pages/browser/base-path.ts';

/** What the server writes, which does not know under which address it is visited. */
const WRITTEN_ORIGIN = 'http://localhost:3000';

/** Examples for this very address, in the chosen language, that can be copied. */
export function enliven(): void {
  for (const code of document.querySelectorAll('.request code'))
    code.textContent = (code.textContent ?? '').replaceAll(WRITTEN_ORIGIN, location.origin + basePath());
  for (const button of document.querySelectorAll<HTMLButtonElement>('.code button')) button.hidden = false;
  document.body.dataset.language = 'curl';
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLButtonElement>('.code button');
    if (!button) return;
    if (button.dataset.language === undefined) void copy(button);
    else choose(button.dataset.language);
  });
}

/** For all examples of the page. */
function choose(language: string): void {
  document.body.dataset.language = language;
  for (const button of document.querySelectorAll<HTMLButtonElement>('.code [aria-pressed]'))
    button.setAttribute('aria-pressed', String(button.dataset.language === language));
}

const SAID_FOR_MS = 2000;

async function copy(button: HTMLButtonElement): Promise<void> {
  const shown = [...(button.closest('.code')?.querySelectorAll('pre') ?? [])].find((one) => one.offsetParent !== null);
  if (!shown) return;
  try {
    await navigator.clipboard.writeText(shown.textContent ?? '');
    button.textContent = 'Copied';
  } catch {
    // Not allowed, or an address without TLS: marked, so that a key press copies it.
    getSelection()?.selectAllChildren(shown);
    button.textContent = 'Press Ctrl+C';
  }
  setTimeout(() => {
    button.textContent = 'Copy';
  }, SAID_FOR_MS);
}
