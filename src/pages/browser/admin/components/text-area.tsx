import { useId } from 'preact/hooks';
import { useProblemOf } from './form.tsx';

interface TextAreaProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  /** What is in it at first. */
  readonly lines?: readonly string[];
}

/** A list in a form: one entry per line. */
export function TextArea({ name, label, hint, lines = [] }: TextAreaProps) {
  const id = useId();
  const problem = useProblemOf(name);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        name={name}
        class="mono"
        rows={Math.max(2, lines.length)}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        defaultValue={lines.join('\n')}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-hint ${id}-error`}
      />
      <p class="soft small" id={`${id}-hint`}>
        {hint}
      </p>
      <p class="error small" id={`${id}-error`} role="alert">
        {problem}
      </p>
    </div>
  );
}

/** The entries of such a list. */
export const linesOf = (text: unknown): string[] =>
  String(text)
    .split(/\s+/)
    .filter((line) => line !== '');
