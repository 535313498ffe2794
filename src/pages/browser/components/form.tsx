import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { Reply } from '../api.ts';
import { type Field, fieldsOf, isTooLong, problemOf } from '../form-fields.ts';
import { isInBrowser, isLeaving, messages } from '../page.ts';
import { explain } from '../refusals.ts';
import { focusOnArrival } from './focus.ts';
import { Notice, type Said, say, sayRefusal } from './notice.tsx';

/** What is in the fields; of several with the same name the last. */
export type Values = Readonly<Record<string, string>>;

/** What is wrong with one field. */
interface Problem {
  readonly field: string;
  readonly text: string;
}

export interface FormHandlers {
  /** Why nothing is sent this time. */
  readonly objection?: ((values: Values, data: FormData) => Problem | Said | undefined) | undefined;
  readonly send: (values: Values, data: FormData) => Promise<Reply>;
  readonly succeeded?: (reply: Reply) => void;
  /** What the form says of a refusal; true: nothing, undefined: what all forms say. */
  readonly refused?: ((reply: Reply, values: Values) => Problem | Said | true | undefined) | undefined;
}

interface FormProps extends FormHandlers {
  readonly id: string;
  readonly class?: string;
  /** What the form says when it was accepted; unless stated, nothing. */
  readonly done?: string;
  /** Said by whatever is beside the form. */
  readonly says?: Said | undefined;
  /** It cannot be sent at present, as when the service would not send another e-mail. */
  readonly isWaiting?: boolean;
  /** An error at a field interrupts a screen reader, besides being read with the field. */
  readonly isLoud?: boolean | undefined;
  readonly children: ComponentChildren;
}

interface FormState {
  /**
   * By the name of the field. Empty: its line keeps its place, so that nothing moves while somebody mends the field.
   */
  readonly errors: Values;
  readonly notice: Said | undefined;
  readonly isBusy: boolean;
  readonly isPressable: boolean;
  /** A form of the server cannot be pressed before its script is there to see it. */
  readonly isReady: boolean;
  readonly isLoud?: boolean | undefined;
  /** Changes whenever the form is sent: what was shown of a password is hidden then. */
  readonly attempt: number;
  readonly clear: () => void;
}

const NO_FORM: FormState = {
  errors: {},
  notice: undefined,
  isBusy: false,
  isPressable: false,
  isReady: false,
  attempt: 0,
  clear() {},
};
const Context = createContext(NO_FORM);

export const useForm = (): FormState => useContext(Context);

/** What every form does: check, send once, and say what is wrong beside what is wrong. Another `key` empties it. */
export function Form({ id, says, isWaiting = false, children, ...props }: FormProps) {
  const [isReady, setReady] = useState(() => isInBrowser && document.getElementById(id) === null);
  const [isBusy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [errors, setErrors] = useState<Values>({});
  const [faulty, setFaulty] = useState<{ readonly field: Field | undefined; readonly isSelected: boolean }>();
  const [notice, setNotice] = useState(says);
  useEffect(() => {
    if (says) setNotice(says);
  }, [says]);
  useLayoutEffect(() => setReady(true), []);
  // Once the message is there, which is read out with the field.
  useLayoutEffect(() => {
    faulty?.field?.focus();
    if (faulty?.isSelected && faulty.field instanceof HTMLInputElement) faulty.field.select();
  }, [faulty]);

  const showErrors = (shown: Values) => setErrors((before) => ({ ...emptied(before), ...shown }));
  const clear = () => {
    showErrors({});
    setNotice(undefined);
  };
  const showProblems = (problems: readonly Problem[], fields: readonly Field[], isSelected = false) => {
    setNotice(undefined);
    showErrors(Object.fromEntries(problems.map(({ field, text }) => [field, text])));
    setFaulty({ field: fields.find(({ name }) => name === problems[0]?.field), isSelected });
  };
  const tell = (what: Problem | Said, fields: readonly Field[]) =>
    'field' in what ? showProblems([what], fields) : setNotice(what);

  const showReply = (reply: Reply, values: Values, fields: readonly Field[]) => {
    showErrors({});
    if (reply.ok) {
      setNotice(props.done === undefined ? undefined : say(props.done, 'success'));
      return props.succeeded?.(reply);
    }
    const said = props.refused?.(reply, values);
    if (said === true) return setNotice(undefined);
    if (said) return tell(said, fields);
    const field = fields.find(({ name }) => name === reply.field);
    if (!field) return setNotice(sayRefusal(reply));
    const problem = { field: field.name, text: explain(reply, isTooLong(field)) };
    showProblems([problem], fields, reply.code === 'invalid_code');
  };

  const submit = async (element: HTMLFormElement) => {
    setAttempt(attempt + 1);
    const fields = fieldsOf(element);
    const problems = fields.map((field) => ({ field: field.name, text: problemOf(field) }));
    const found = problems.filter(({ text }) => text !== '');
    if (found.length > 0) return showProblems(found, fields);
    const data = new FormData(element);
    const values = Object.fromEntries(data) as Values;
    const objection = props.objection?.(values, data);
    if (objection) return tell(objection, fields);
    setBusy(true);
    try {
      // What the last attempt was told stays until this one is answered, so that nothing moves in between.
      const reply = await props.send(values, data);
      if (reply.code !== 'cancelled') showReply(reply, values, fields);
    } catch (error) {
      // A fault of the page itself, or a browser that lets nothing be stored.
      setNotice(say(messages.failed, 'danger'));
      throw error;
    } finally {
      // Until the next page is there, the button goes on to show that something happens.
      if (!isLeaving()) setBusy(false);
    }
  };

  const isPressable = !isBusy && !isWaiting;
  const state = { errors, notice, isBusy, isPressable, isReady, isLoud: props.isLoud, attempt, clear };
  return (
    <form
      id={id}
      class={[props.class, isWaiting && 'waiting'].filter(Boolean).join(' ')}
      method="post"
      noValidate
      aria-busy={isBusy ? 'true' : undefined}
      onInput={({ target }) => {
        const { name = '' } = target as Partial<Field>;
        if (errors[name]) showErrors({ ...errors, [name]: '' });
        // "Saved" is no longer true of what is being typed. A refusal stays until the next answer: it may not have
        // been read yet.
        if (notice?.mood !== 'danger') setNotice(undefined);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        // The button stays focusable while it must not be pressed, so a press must be ignored here.
        if (isPressable) void submit(event.currentTarget);
      }}
    >
      <Context.Provider value={state}>{children}</Context.Provider>
    </form>
  );
}

const emptied = (errors: Values): Values => Object.fromEntries(Object.keys(errors).map((name) => [name, '']));

interface SubmitProps {
  readonly label: string;
  readonly variant?: 'plain' | 'danger' | undefined;
  /** The id of the line that says how long the button cannot be pressed. */
  readonly describedBy?: string;
  /** As soon as it is shown. */
  readonly takesFocus?: boolean;
  /** Another button, such as one to cancel. */
  readonly children?: ComponentChildren;
}

/** The button of a form, and above it, where people look after pressing it, what concerns the form as a whole. */
export function Submit({ label, variant, describedBy, takesFocus = false, children }: SubmitProps) {
  const { notice, isPressable, isReady } = useForm();
  return (
    <div class="submit">
      <Notice role="alert" said={notice} />
      {children}
      <button
        ref={takesFocus ? focusOnArrival : null}
        class={`button ${variant ?? ''}`}
        type="submit"
        disabled={!isReady}
        aria-describedby={describedBy}
        aria-disabled={isPressable ? undefined : 'true'}
      >
        <span class="spinner" aria-hidden="true" />
        <span class="label">{label}</span>
      </button>
    </div>
  );
}
