import { basePath } from '../../pages/browser/base-path.ts';

/** Written by the server, which does not know the address of the page. */
const WRITTEN_ORIGIN = 'http://localhost:3000';

/** Shows the examples with the address of the page, in the chosen language, and with copy buttons. */
export function startCodeExamples(): void {
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

/** Applies to all examples of the page. */
function choose(language: string): void {
  document.body.dataset.language = language;
  for (const button of document.querySelectorAll<HTMLButtonElement>('.code [aria-pressed]'))
    button.setAttribute('aria-pressed', String(button.dataset.language === language));
}

const SHOWN_MS = 2000;

async function copy(button: HTMLButtonElement): Promise<void> {
  const shown = [...(button.closest('.code')?.querySelectorAll('pre') ?? [])].find((one) => one.offsetParent !== null);
  if (!shown) return;
  try {
    await navigator.clipboard.writeText(shown.textContent ?? '');
    button.textContent = 'Copied';
  } catch {
    // Not allowed, or not https.
    getSelection()?.selectAllChildren(shown);
    button.textContent = 'Press Ctrl+C';
  }
  setTimeout(() => {
    button.textContent = 'Copy';
  }, SHOWN_MS);
}
