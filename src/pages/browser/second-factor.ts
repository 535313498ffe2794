import { byId } from './page.ts';

/** Shows the field for the code of a second factor, which the same form sends along from now on. */
export function askForCode(): true {
  const code = byId('code', HTMLInputElement);
  const block = byId('second-factor', HTMLElement);
  if (block.hidden) {
    block.hidden = false;
    code.required = true;
    byId('use-recovery-code', HTMLAnchorElement).addEventListener('click', expectRecoveryCode, { once: true });
  }
  code.focus();
  return true;
}

/** Recovery codes have letters: the keypad of digits and what browsers fill in for apps would be in the way. */
function expectRecoveryCode(event: Event): void {
  event.preventDefault();
  const code = byId('code', HTMLInputElement);
  const hint = byId('code-hint', HTMLElement);
  hint.textContent = hint.dataset.recovery ?? '';
  code.setAttribute('inputmode', 'text');
  code.autocomplete = 'off';
  code.focus();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.hidden = true;
}
