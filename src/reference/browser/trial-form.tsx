import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { TriableField, TriableOperation } from '../reference-data.ts';
import { type Answer, bodyOf, type Call, parsed, send } from './call.ts';
import { held, learnFrom } from './held-values.ts';
import { ShownAnswer } from './shown-answer.tsx';

type Values = Readonly<Record<string, string>>;

const keyOf = ({ in: place, name }: TriableField): string => `${place}-${name}`;

interface TrialFormProps {
  readonly operation: TriableOperation;
  /** Shown below the answer. */
  readonly children: ComponentChildren;
}

/** The form of an operation, filled in from earlier calls or examples, and its answer. */
export function TrialForm({ operation, children }: TrialFormProps) {
  const { tokens, members } = held.use();
  const [typed, setTyped] = useState<Values>({});
  const [answer, setAnswer] = useState<Answer>();
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const running = useRef<AbortController>(undefined);
  const { id, fields, purposes } = operation;
  const token = purposes.map((purpose) => tokens[purpose]).find((one) => one !== undefined);
  const type = (name: string, value: string) => setTyped((before) => ({ ...before, [name]: value }));
  const call: Call = {
    operation,
    token: typed.token ?? token?.token ?? '',
    entered: (field) =>
      typed[keyOf(field)] ??
      (field.in === 'body' ? members[field.name] : undefined) ??
      (field.isRequired ? field.example : ''),
  };

  const submit = async () => {
    running.current = new AbortController();
    setBusy(true);
    setFailure('');
    setAnswer(undefined);
    try {
      const { status, body } = await send(call, running.current.signal, setAnswer);
      if (status < 300) learnFrom(bodyOf(call), parsed(body), id);
    } catch (error) {
      if (!running.current.signal.aborted) setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <form
        class="trial-form"
        noValidate
        aria-label={`Try ${id}`}
        aria-busy={isBusy ? 'true' : undefined}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void submit();
        }}
      >
        {operation.hasToken && (
          <div class="field">
            <label for={`${id}-token`}>Bearer token</label>
            <input
              id={`${id}-token`}
              value={call.token}
              autocomplete="off"
              spellcheck={false}
              aria-describedby={`${id}-token-hint`}
              onInput={({ currentTarget }) => type('token', currentTarget.value)}
            />
            <p class="hint small soft" id={`${id}-token-hint`}>
              {originOf(typed.token, token?.origin)}
            </p>
          </div>
        )}
        {fields.map((field) => (
          <TrialField
            key={keyOf(field)}
            id={`${id}-${keyOf(field)}`}
            field={field}
            value={call.entered(field)}
            type={(value) => type(keyOf(field), value)}
          />
        ))}
        <div class="trial-buttons">
          <button class="button compact" type="submit" aria-disabled={isBusy ? 'true' : undefined}>
            <span class="spinner" aria-hidden="true" />
            <span class="label">Send</span>
          </button>
          {isBusy && (
            <button class="button plain compact" type="button" onClick={() => running.current?.abort()}>
              Stop
            </button>
          )}
          <code class="small soft">
            {operation.method} {operation.path}
          </code>
        </div>
      </form>
      <div class="trial-results">
        <ShownAnswer answer={answer} failure={failure} />
        {children}
      </div>
    </>
  );
}

const originOf = (typed: string | undefined, origin: string | undefined): string => {
  if (typed !== undefined && typed !== '') return 'Entered by you. Kept in this page only.';
  if (typed === undefined && origin !== undefined) return `From ${origin}. Kept in this page only.`;
  return 'Filled in from the next answer or email that contains one.';
};

interface TrialFieldProps {
  readonly id: string;
  readonly field: TriableField;
  readonly value: string;
  readonly type: (value: string) => void;
}

function TrialField({ id, field, value, type }: TrialFieldProps) {
  const { name, isRequired, choices, example } = field;
  const hint = isRequired || example === '' ? '' : `Such as ${example}`;
  const shared = {
    id,
    value,
    'aria-describedby': hint === '' ? undefined : `${id}-hint`,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => type(currentTarget.value),
  };
  const options = choices ?? (field.type === 'boolean' ? ['true', 'false'] : undefined);
  return (
    <div class="field">
      <label for={id}>
        <code>{name}</code> <span class="soft">{isRequired ? '' : 'optional'}</span>
      </label>
      {options ? (
        <select {...shared}>
          <option value="">–</option>
          {options.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      ) : field.type === 'json' ? (
        <textarea {...shared} rows={4} spellcheck={false} />
      ) : (
        <input {...shared} autocomplete="off" spellcheck={false} />
      )}
      {hint !== '' && (
        <p class="hint small soft" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
