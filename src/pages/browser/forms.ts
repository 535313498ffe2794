import type { Reply } from './api.ts';
import { type Field, fieldsOf, isTooLong, problemOf } from './form-fields.ts';
import { clearNotice, type Mood, showCountdown, showNotice } from './notice.ts';
import { byId, isLeaving, messages } from './page.ts';
import { enhancePasswordFields, hidePasswords } from './password-fields.ts';
import { explain, tooManyAttempts } from './refusals.ts';

interface FormHandlers {
  /** Why nothing is sent this time. */
  readonly objection?: () => { readonly text: string; readonly mood: Mood } | undefined;
  readonly send: (values: Readonly<Record<string, string>>) => Promise<Reply>;
  readonly succeeded: (reply: Reply) => void;
  /** True when the page has dealt with the refusal itself. */
  readonly refused?: (reply: Reply) => boolean;
}

/** What every form does: check, send once, and say what is wrong beside what is wrong. */
export function handleForm(id: string, handlers: FormHandlers): void {
  const form = byId(id, HTMLFormElement);
  enhancePasswordFields(form);
  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) clearError(target);
    // "Saved" is no longer true of what is being typed. A refusal stays until the next answer: it may not have been read yet.
    const notice = noticeOf(form);
    if (!notice.classList.contains('danger')) clearNotice(notice);
  });
  form.addEventListener('reset', () => {
    clearErrors(form);
    clearNotice(noticeOf(form));
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // The button stays focusable while it must not be pressed, so a press must be ignored here.
    if (buttonOf(form).getAttribute('aria-disabled') !== 'true') void submit(form, handlers);
  });
  buttonOf(form).disabled = false;
}

async function submit(form: HTMLFormElement, handlers: FormHandlers): Promise<void> {
  const { objection, send, succeeded, refused } = handlers;
  hidePasswords(form);
  const problems = fieldsOf(form).map((input) => ({ input, text: problemOf(input) }));
  const first = problems.find(({ text }) => text !== '');
  if (first) {
    clearNotice(noticeOf(form));
    for (const { input, text } of problems) showError(input, text);
    return first.input.focus();
  }
  const objected = objection?.();
  if (objected) return showFormNotice(form, objected.text, objected.mood);
  setBusy(form, true);
  try {
    // What the last attempt was told stays until this one is answered, so that nothing moves in between.
    const reply = await send(Object.fromEntries(new FormData(form)) as Record<string, string>);
    if (reply.code === 'cancelled') return;
    clearErrors(form);
    if (reply.ok) succeeded(reply);
    else if (!refused?.(reply)) showRefusal(form, reply);
  } catch (error) {
    // A fault of the page itself, or a browser that lets nothing be stored.
    showFormNotice(form, messages.failed, 'danger');
    throw error;
  } finally {
    // Until the next page is there, the button goes on to show that something happens.
    if (!isLeaving()) setBusy(form, false);
  }
}

/** The cursor goes to the first field that is still empty, unless the visitor has put it somewhere already. */
export function focusFirstField(form: HTMLFormElement): void {
  if (document.activeElement !== document.body) return;
  const fields = [...form.querySelectorAll<Field>('input:not([readonly], [type="checkbox"]), select')];
  const shown = fields.filter((field) => field.closest('[hidden]') === null);
  (shown.find(({ value }) => value === '') ?? shown[0])?.focus({ preventScroll: true });
}

function showRefusal(form: HTMLFormElement, reply: Reply): void {
  const input = fieldsOf(form).find(({ name }) => name === reply.field);
  if (input) {
    clearNotice(noticeOf(form));
    showError(input, explain(reply, isTooLong(input)));
    input.focus();
  } else {
    showFormNotice(form, explain(reply), 'danger');
    if (reply.code === 'too_many_attempts') showCountdown(noticeOf(form), reply.retryAfterSeconds, tooManyAttempts);
  }
}

/**
 * The message is tied to its field by aria-describedby, so it is read out when the field gets the focus. Its line keeps
 * its place once it has been shown, so that what stands below does not move while somebody mends the field.
 */
function showError(input: Field, text: string): void {
  const line = byId(`${input.id}-error`, HTMLElement);
  line.textContent = text;
  if (text !== '') line.hidden = false;
  setAria(input, 'invalid', text !== '');
}

function clearErrors(form: HTMLFormElement): void {
  for (const input of fieldsOf(form)) clearError(input);
}

const clearError = (input: Field): void => {
  if (input.getAttribute('aria-invalid') === 'true') showError(input, '');
};

/** Scrolls the notice into view, and with it the button that was pressed where there is room for both. */
export function showFormNotice(form: HTMLFormElement, text: string, mood: Mood): void {
  const notice = noticeOf(form);
  showNotice(notice, text, mood);
  for (const part of [form.lastElementChild, buttonOf(form).parentElement, notice])
    part?.scrollIntoView({ block: 'nearest' });
}

export const noticeOf = (form: HTMLFormElement): HTMLElement => partOf(form, '.form-notice');

const buttonOf = (form: HTMLFormElement): HTMLButtonElement => partOf(form, 'button[type="submit"]');

function partOf<T extends HTMLElement>(form: HTMLFormElement, selector: string): T {
  const found = form.querySelector<T>(selector);
  if (!found) throw new Error(`the form ${form.id} has no ${selector}`);
  return found;
}

function setBusy(form: HTMLFormElement, busy: boolean): void {
  setAria(form, 'busy', busy);
  showWhetherPressable(form);
}

/** While the service would not send an e-mail; see email-form.ts. */
export function setWaiting(form: HTMLFormElement, waiting: boolean): void {
  form.classList.toggle('waiting', waiting);
  showWhetherPressable(form);
}

function showWhetherPressable(form: HTMLFormElement): void {
  const isBusy = form.getAttribute('aria-busy') === 'true';
  setAria(buttonOf(form), 'disabled', isBusy || form.classList.contains('waiting'));
}

/** As an attribute: properties such as ariaBusy are unknown to browsers that we support. */
function setAria(element: HTMLElement, name: 'busy' | 'disabled' | 'invalid', value: boolean): void {
  if (value) element.setAttribute(`aria-${name}`, 'true');
  else element.removeAttribute(`aria-${name}`);
}
