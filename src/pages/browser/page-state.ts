import type { Values } from './components/form.tsx';
import { type Field, fieldsOf } from './form-fields.ts';
import { readPageData, showPanel } from './page.ts';
import { expiring } from './storage.ts';

/**
 * What this tab keeps of its pages for an hour, or until somebody has logged in: the step that a page shows, and what
 * was typed. Never a password, a code or a token: only the fields that KEPT names.
 */
interface PageState {
  readonly step?: Step;
  /** By form. */
  readonly typed?: Readonly<Record<string, Values>>;
}

interface Step {
  readonly id: string;
  /** Fill in its texts. */
  readonly values: Values;
}

interface Pages {
  readonly byPath: Readonly<Record<string, PageState>>;
  readonly untilMs: number;
}

const KEPT_MS = 60 * 60_000;
const store = expiring<Pages>('latchkey.pages');
/** In the fragment of an address that continues its page. */
export const CONTINUES = { continues: '1' };

const stateOfPage = (): PageState => store.read()?.byPath[location.pathname] ?? {};

function keepState(state: PageState): void {
  const byPath = { ...store.read()?.byPath, [location.pathname]: state };
  store.write({ byPath, untilMs: Date.now() + KEPT_MS });
}

/** Call when a session has begun. */
export const forgetPages = (): void => store.forget();

/**
 * Call first, with the note in the address. A page that is reloaded, reached with the Back button or opened in another
 * language continues; any other visit begins anew. `more`: what else the page in another language is told.
 */
export function arrive(note: URLSearchParams, more: () => Values = () => ({})): void {
  const [{ type = 'navigate' } = {}] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const continues = type === 'reload' || type === 'back_forward' || note.has('continues');
  if (!continues && store.read()) keepState({});
  const { email: _, ...onward } = Object.fromEntries(note) as Values;
  passNote('.languages a', () => ({ ...onward, ...more(), ...CONTINUES }));
  for (const type of ['input', 'change']) {
    document.addEventListener(type, ({ target }) => {
      const form = (target as Partial<Field>).form;
      // Once the form has put a number in order.
      if (form) setTimeout(() => keepTyped(form));
    });
  }
}

/** Puts a note into the fragment of these links when they are used. */
export function passNote(links: string, note: () => Values): void {
  for (const type of ['click', 'auxclick']) {
    document.addEventListener(type, ({ target }) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>(links) : null;
      if (link) link.hash = new URLSearchParams(note()).toString();
    });
  }
}

/** The step that this page showed before. */
export const earlierStep = (): Step | undefined => stateOfPage().step;

/** Shows a step of the page, and keeps it. */
export function showStep(id: string, values: Values = {}): void {
  keepStep(id, values);
  showPanel(id, values);
}

export const keepStep = (id: string, values: Values = {}): void =>
  keepState({ ...stateOfPage(), step: { id, values } });

/** Passwords, codes and tokens have other names. */
const KEPT = (): ReadonlySet<string> => new Set(['email', ...readPageData().fields.map(({ name }) => name)]);

const typedIn = (field: Field): string =>
  field instanceof HTMLInputElement && field.type === 'checkbox' ? (field.checked ? 'on' : '') : field.value;

function keepTyped(form: HTMLFormElement): void {
  const kept = KEPT();
  const fields = fieldsOf(form).filter(({ name }) => kept.has(name));
  const values = Object.fromEntries(fields.map((field) => [field.name, typedIn(field)]));
  const state = stateOfPage();
  if (fields.length > 0) keepState({ ...state, typed: { ...state.typed, [form.id]: values } });
}

/** Types again what was typed into the form, and before that these values. */
export function restoreTyped(form: HTMLFormElement, before: Values = {}): void {
  const values = new Map(Object.entries({ ...before, ...stateOfPage().typed?.[form.id] }));
  for (const field of fieldsOf(form)) {
    const value = values.get(field.name);
    // A quick visitor may have typed before this runs.
    const isTouched = field instanceof HTMLInputElement && field.value !== field.defaultValue;
    if (value !== undefined && !isTouched) typeInto(field, value);
  }
}

function typeInto(field: Field, value: string): void {
  if (typedIn(field) === value) return;
  if (field instanceof HTMLInputElement && field.type === 'checkbox') field.click();
  else field.value = value;
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
