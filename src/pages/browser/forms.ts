import { checkPassword } from '../../accounts/password-checks.ts';
import type { Reply } from './api.ts';
import { byId, messages } from './page.ts';
import { enhancePasswordFields, hidePasswords } from './password-fields.ts';
import { explain } from './refusals.ts';

interface FormHandlers {
  readonly send: (values: Readonly<Record<string, string>>) => Promise<Reply>;
  readonly succeeded: (reply: Reply) => void;
  /** True when the page has dealt with the refusal itself. */
  readonly refused?: (reply: Reply) => boolean;
}

/** One way for every form: check, send once, say what is wrong where it is wrong. */
export function handleForm(id: string, handlers: FormHandlers): void {
  const form = byId(id, HTMLFormElement);
  enhancePasswordFields(form);
  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement) clearError(target);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // The button stays focusable while busy, so a second press must be ignored here.
    if (form.ariaBusy !== 'true') void submit(form, handlers);
  });
}

async function submit(form: HTMLFormElement, { send, succeeded, refused }: FormHandlers): Promise<void> {
  showFormNotice(form, '');
  hidePasswords(form);
  const wrong = inputsOf(form).filter((input) => showError(input, problemOf(input)));
  if (wrong[0]) return wrong[0].focus();
  setBusy(form, true);
  try {
    const reply = await send(valuesOf(form));
    if (reply.ok) succeeded(reply);
    else if (!refused?.(reply)) showRefusal(form, reply);
  } catch (error) {
    // Such as a browser that lets nothing be stored: nobody is left wondering why nothing happens.
    showFormNotice(form, messages.failed);
    throw error;
  } finally {
    setBusy(form, false);
  }
}

const inputsOf = (form: HTMLFormElement): HTMLInputElement[] => [
  ...form.querySelectorAll<HTMLInputElement>('input[name]'),
];

const valuesOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(inputsOf(form).map(({ name, value }) => [name, value]));

function problemOf(input: HTMLInputElement): string {
  if (input.required && input.value.trim() === '') return messages.required;
  if (input.type === 'email' && input.validity.typeMismatch) return messages.invalidEmail;
  if (input.autocomplete === 'new-password' && Object.values(checkPassword(input.value)).includes(false)) {
    return messages.weakPassword;
  }
  return '';
}

function showRefusal(form: HTMLFormElement, reply: Reply): void {
  const input = inputsOf(form).find(({ name }) => name === reply.field);
  if (input) {
    showError(input, explain(reply, isTooLong(input)));
    input.focus();
  } else {
    showFormNotice(form, explain(reply));
  }
}

const isTooLong = ({ value, dataset }: HTMLInputElement): boolean => [...value].length > Number(dataset.max);

/** The message is tied to its field by aria-describedby, so it is read out when the field gets the focus. */
function showError(input: HTMLInputElement, text: string): boolean {
  const line = byId(`${input.name}-error`, HTMLElement);
  line.textContent = text;
  line.hidden = text === '';
  input.ariaInvalid = text === '' ? null : 'true';
  return text !== '';
}

const clearError = (input: HTMLInputElement): void => {
  if (input.ariaInvalid === 'true') showError(input, '');
};

export function showFormNotice(form: HTMLFormElement, text: string, mood: 'danger' | 'success' = 'danger'): void {
  const notice = form.querySelector('.form-notice');
  if (!notice) return;
  notice.className = text === '' ? 'form-notice' : `form-notice notice ${mood}`;
  notice.textContent = text;
}

function setBusy(form: HTMLFormElement, busy: boolean): void {
  form.ariaBusy = busy ? 'true' : null;
  const button = form.querySelector<HTMLButtonElement>('button[type="submit"]');
  if (button) button.ariaDisabled = busy ? 'true' : null;
}
