import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { Reply } from '../api.ts';
import { type Field, fieldsOf, isTooLong, problemOf, valuesOf } from '../forms.ts';
import { isLeaving, messages } from '../page.ts';
import { explain } from '../refusals.ts';
import { focusOnArrival } from './focus.ts';
import { Notice, type Said, say, sayRefusal } from './notice.tsx';

export type Values = Readonly<Record<string, string>>;

interface FormProps {
  readonly id: string;
  readonly class?: string;
  readonly hidden?: boolean;
  /** Why nothing is sent this time. */
  readonly objection?: () => Said | undefined;
  readonly send: (values: Values) => Promise<Reply>;
  readonly succeeded?: (reply: Reply) => void;
  /** What the form says then; unless stated, nothing. */
  readonly done?: string;
  /** What the form says of a refusal; true: nothing, undefined: what all forms say. */
  readonly refused?: (reply: Reply) => Said | true | undefined;
  /** Said by whatever is beside the form. */
  readonly says?: Said | undefined;
  /** It cannot be sent at present, as when the service would not send another e-mail. */
  readonly isWaiting?: boolean;
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
  /** Changes whenever the form is sent: what was shown of a password is hidden then. */
  readonly attempt: number;
  readonly clear: () => void;
}

const Context = createContext<FormState>({
  errors: {},
  notice: undefined,
  isBusy: false,
  isPressable: false,
  attempt: 0,
  clear: () => {},
});

export const useForm = (): FormState => useContext(Context);

/** What every form does: check, send once, and say what is wrong beside what is wrong. Another `key` empties it. */
export function Form({ id, hidden, says, isWaiting = false, children, ...props }: FormProps) {
  const [isBusy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [errors, setErrors] = useState<Values>({});
  const [faulty, setFaulty] = useState<{ readonly field: Field; readonly isSelected?: boolean }>();
  const [notice, setNotice] = useState(says);
  useEffect(() => {
    if (says) setNotice(says);
  }, [says]);
  // Once the message is there, which is read out with the field.
  useLayoutEffect(() => {
    faulty?.field.focus();
    if (faulty?.isSelected && faulty.field instanceof HTMLInputElement) faulty.field.select();
  }, [faulty]);

  const showErrors = (shown: Values) => setErrors((before) => ({ ...emptied(before), ...shown }));
  const clear = () => {
    showErrors({});
    setNotice(undefined);
  };
  const showProblem = (field: Field, shown: Values, isSelected = false) => {
    setNotice(undefined);
    showErrors(shown);
    setFaulty({ field, isSelected });
  };

  const showReply = (reply: Reply, fields: readonly Field[]) => {
    showErrors({});
    if (reply.ok) {
      setNotice(props.done === undefined ? undefined : say(props.done, 'success'));
      return props.succeeded?.(reply);
    }
    const said = props.refused?.(reply);
    if (said !== undefined) return said === true ? undefined : setNotice(said);
    const field = fields.find(({ name }) => name === reply.field);
    if (!field) return setNotice(sayRefusal(reply));
    showProblem(field, { [field.name]: explain(reply, isTooLong(field)) }, reply.code === 'invalid_code');
  };

  const submit = async (element: HTMLFormElement) => {
    setAttempt(attempt + 1);
    const fields = fieldsOf(element);
    const problems = fields.map((field) => ({ field, text: problemOf(field) })).filter(({ text }) => text !== '');
    const [first] = problems;
    if (first) return showProblem(first.field, Object.fromEntries(problems.map((one) => [one.field.name, one.text])));
    const objection = props.objection?.();
    if (objection) return setNotice(objection);
    setBusy(true);
    try {
      // What the last attempt was told stays until this one is answered, so that nothing moves in between.
      const reply = await props.send(valuesOf(element));
      if (reply.code !== 'cancelled') showReply(reply, fields);
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
  return (
    <form
      id={id}
      class={[props.class, isWaiting && 'waiting'].filter(Boolean).join(' ')}
      method="post"
      noValidate
      hidden={hidden}
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
      <Context.Provider value={{ errors, notice, isBusy, isPressable, attempt, clear }}>{children}</Context.Provider>
    </form>
  );
}

const emptied = (errors: Values): Values => Object.fromEntries(Object.keys(errors).map((name) => [name, '']));

interface SubmitProps {
  readonly label: string;
  readonly variant?: 'plain' | 'danger';
  /** The id of the line that says how long the button cannot be pressed. */
  readonly describedBy?: string;
  /** As soon as it is shown. */
  readonly takesFocus?: boolean;
  /** Another button, such as one to cancel. */
  readonly children?: ComponentChildren;
}

/** The button of a form, and above it, where people look after pressing it, what concerns the form as a whole. */
export function Submit({ label, variant, describedBy, takesFocus = false, children }: SubmitProps) {
  const { notice, isPressable } = useForm();
  return (
    <div class="submit">
      <Notice role="alert" said={notice} />
      {children}
      <button
        ref={takesFocus ? focusOnArrival : null}
        class={`button ${variant ?? ''}`}
        type="submit"
        aria-describedby={describedBy}
        aria-disabled={isPressable ? undefined : 'true'}
      >
        <span class="spinner" aria-hidden="true" />
        <span class="label">{label}</span>
      </button>
    </div>
  );
}
