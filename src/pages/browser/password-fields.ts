import { checkPassword } from '../../accounts/passwords/password-checks.ts';
import { messages } from './page.ts';

/** Shows and hides what is typed, says when Caps Lock is on, and ticks the parts of the password rule off while typing. */
export function enhancePasswordFields(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('.password input')) watchCapsLock(input);
  for (const button of form.querySelectorAll<HTMLButtonElement>('button.reveal')) {
    button.addEventListener('click', () => reveal(button, inputOf(button)?.type === 'password'));
    button.disabled = false;
  }
  form.addEventListener('reset', () => hidePasswords(form));
  for (const input of form.querySelectorAll<HTMLInputElement>('input[autocomplete="new-password"]')) {
    const tick = () => tickRules(input);
    input.addEventListener('input', tick);
    form.addEventListener('reset', () => queueMicrotask(tick));
    tick();
  }
}

/** Before sending: password managers save only what is in a password field, and it is not shown for longer than needed. */
export function hidePasswords(form: HTMLFormElement): void {
  for (const button of form.querySelectorAll<HTMLButtonElement>('button.reveal')) reveal(button, false);
}

/** Nobody sees what they type in a password field, so nobody sees that it is all in capitals. */
function watchCapsLock(input: HTMLInputElement): void {
  const line = document.getElementById(`${input.id}-caps-lock`);
  if (!line) return;
  const say = (isOn: boolean) => {
    line.textContent = isOn ? messages.capsLock : '';
    // Keeps its place: a press on a button ends the typing, and the button must not move away from under it.
    if (isOn) line.hidden = false;
  };
  const look = (event: Event) => {
    // Password managers send events that only look like those of a key.
    if (event instanceof KeyboardEvent || event instanceof MouseEvent) say(event.getModifierState('CapsLock'));
  };
  for (const type of ['keydown', 'keyup', 'mousedown']) input.addEventListener(type, look);
  input.addEventListener('blur', () => say(false));
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
