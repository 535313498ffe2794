import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks';
import { explain } from '../../refusals.ts';
import type { Refused } from '../admin-api.ts';
import { common } from '../texts.ts';
import { Button } from './button.tsx';
import { DialogActions } from './dialog.tsx';

/** Why a form was not accepted, and the name of the field that it is about, if it is one. */
export interface Problem {
  readonly text: string;
  readonly field?: string | undefined;
}

const ProblemOfForm = createContext<Problem | undefined>(undefined);

interface DialogFormProps {
  /** Of the button that sends it. */
  readonly label: string;
  readonly isDangerous?: boolean;
  /** Resolves with what is wrong; undefined: nothing, or nothing that has to be said. */
  readonly send: (values: FormData) => Promise<Problem | undefined>;
  readonly cancel: () => void;
  readonly children?: ComponentChildren;
}

/** A form in a dialog. A problem is told at its field, which gets the focus, or above the buttons. */
export function DialogForm({ label, isDangerous = false, send, cancel, children }: DialogFormProps) {
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem?.field !== undefined) fieldNamed(form.current, problem.field)?.focus();
  }, [problem]);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (!form.current || isBusy) return;
    setBusy(true);
    const found = await send(new FormData(form.current));
    setBusy(false);
    setProblem(found && !fieldNamed(form.current, found.field) ? { text: found.text } : found);
  };
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <ProblemOfForm.Provider value={problem}>{children}</ProblemOfForm.Provider>
      <p class="error small" role="alert">
        {problem?.field === undefined && problem?.text}
      </p>
      <DialogActions>
        <Button onClick={cancel} label={common.cancel} />
        <Button mood={isDangerous ? 'danger' : 'main'} type="submit" aria-disabled={isBusy} label={label} />
      </DialogActions>
    </form>
  );
}

const fieldNamed = (form: HTMLFormElement | null, name = ''): HTMLInputElement | undefined =>
  name === '' ? undefined : ([...(form?.elements ?? [])] as HTMLInputElement[]).find((field) => field.name === name);

/** What a form says of a refusal; nothing where the person has cancelled. */
export const problemOf = (reply: Refused): Problem | undefined =>
  reply.code === 'cancelled' ? undefined : { text: explain(reply), field: reply.field };

/** What is wrong with one field of the form; undefined: nothing. */
export function useProblemOf(name: string): string | undefined {
  const problem = useContext(ProblemOfForm);
  return problem?.field === name ? problem.text : undefined;
}

interface TextFieldProps {
  readonly name: string;
  readonly label: ComponentChildren;
  readonly type?: 'text' | 'email' | 'tel';
  readonly hint?: string;
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly spellcheck?: boolean;
  /** What is in it at first. */
  readonly value?: string;
  readonly changed?: (value: string) => void;
}

export function TextField({ name, label, type = 'text', hint, value = '', changed, ...limits }: TextFieldProps) {
  const id = useId();
  const problem = useProblemOf(name);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...limits}
        id={id}
        name={name}
        type={type}
        list={undefined}
        defaultValue={value}
        onInput={({ currentTarget }) => changed?.(currentTarget.value)}
        autocomplete="off"
        autocapitalize="none"
        aria-invalid={problem !== undefined}
        aria-describedby={hint === undefined ? `${id}-error` : `${id}-hint ${id}-error`}
      />
      {hint !== undefined && (
        <p class="soft small" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p class="error small" id={`${id}-error`} role="alert">
        {problem}
      </p>
    </div>
  );
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface SelectFieldProps {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly Choice[];
  /** The one that is chosen at first. */
  readonly value: string;
  readonly changed?: (value: string) => void;
  /** Read out when it changes. */
  readonly hint?: string;
}

export function SelectField({ name, label, choices, value, changed, hint }: SelectFieldProps) {
  const id = useId();
  const [chosen, setChosen] = useState(value);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        name={name}
        value={chosen}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={({ currentTarget }) => {
          setChosen(currentTarget.value);
          changed?.(currentTarget.value);
        }}
      >
        <Options choices={choices} />
      </select>
      {hint !== undefined && (
        <p class="hint small soft" id={`${id}-hint`} role="status">
          {hint}
        </p>
      )}
    </div>
  );
}

export const Options = ({ choices }: { readonly choices: readonly Choice[] }) => (
  <>
    {choices.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </>
);
