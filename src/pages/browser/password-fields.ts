import { checkPassword } from '../../accounts/password-checks.ts';
import { messages } from './page.ts';

/** Shows and hides what is typed, and ticks the rule off while it is. */
export function enhancePasswordFields(form: HTMLFormElement): void {
  for (const button of form.querySelectorAll<HTMLButtonElement>('button.reveal')) {
    button.addEventListener('click', () => reveal(button, inputOf(button)?.type === 'password'));
    button.disabled = false;
  }
  for (const input of form.querySelectorAll<HTMLInputElement>('input[autocomplete="new-password"]')) {
    const tick = () => tickRules(input);
    input.addEventListener('input', tick);
    form.addEventListener('reset', () => queueMicrotask(tick));
    tick();
  }
}

/** Password managers save only what is typed as a password, and nobody looks over a shoulder for longer than needed. */
export function hidePasswords(form: HTMLFormElement): void {
  for (const button of form.querySelectorAll<HTMLButtonElement>('button.reveal')) reveal(button, false);
}

const inputOf = (button: HTMLButtonElement): HTMLInputElement | null =>
  button.parentElement?.querySelector('input') ?? null;

function reveal(button: HTMLButtonElement, shown: boolean): void {
  const input = inputOf(button);
  if (!input) return;
  input.type = shown ? 'text' : 'password';
  button.classList.toggle('on', shown);
  const label = (shown ? button.dataset.hide : button.dataset.show) ?? '';
  button.setAttribute('aria-label', label);
  button.title = label;
}

function tickRules(input: HTMLInputElement): void {
  for (const [rule, met] of Object.entries(checkPassword(input.value))) {
    const line = document.querySelector(`#${input.id}-rules [data-rule="${rule}"]`);
    line?.classList.toggle('met', met);
    const state = line?.querySelector('.state');
    if (state) state.textContent = `(${met ? messages.ruleMet : messages.ruleOpen})`;
  }
}
