import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Reply } from '../api.ts';
import { type Field, fieldsOf, isTooLong, problemOf } from '../form-fields.ts';
import { isInBrowser, isLeaving, messages } from '../page.ts';
import { explain } from '../refusals.ts';
import { focusOnArrival } from './focus.ts';
import { contentOf } from './form-content.ts';
import { Notice, type NoticeText, notice, refusalNotice } from './notice.tsx';

/** The values of the fields; for repeated names, the last. */
export type Values = Readonly<Record<string, string>>;

/** The error of one field. */
interface Problem {
  readonly field: string;
  readonly text: string;
}

export interface FormHandlers {
  /** The reason not to send. */
  readonly objection?: ((values: Values, data: FormData) => Problem | NoticeText | undefined) | undefined;
  readonly send: (values: Values, data: FormData) => Promise<Reply>;
  readonly succeeded?: (reply: Reply) => void;
  /** The message for a refusal; true: none, undefined: the default. */
  readonly refused?: ((reply: Reply, values: Values) => Problem | NoticeText | true | undefined) | undefined;
}

interface FormProps extends FormHandlers {
  readonly id: string;
  readonly class?: string;
  /** The message after success; by default none. */
  readonly done?: string | ((values: Values) => string);
  /** A message set by the surrounding page. */
  readonly notice?: NoticeText | undefined;
  /** The form cannot be sent now, such as when the service would not send another e-mail. */
  readonly isWaiting?: boolean;
  /** The error of a field interrupts a screen reader, besides being read with the field. */
  readonly isLoud?: boolean | undefined;
  readonly children: ComponentChildren;
}

interface FormState {
  /** Errors by field. An empty error keeps its line, so that nothing moves while somebody corrects the field. */
  readonly errors: Values;
  readonly notice: NoticeText | undefined;
  readonly isBusy: boolean;
  readonly isPressable: boolean;
  readonly isChanged: boolean;
  /** A form rendered by the server cannot be sent before its script runs. */
  readonly isReady: boolean;
  readonly isLoud?: boolean | undefined;
  /** Changes with each attempt, which hides a shown password. */
  readonly attempt: number;
  readonly clear: () => void;
}

const NO_FORM: FormState = {
  errors: {},
  notice: undefined,
  isBusy: false,
  isPressable: false,
  isChanged: false,
  isReady: false,
  attempt: 0,
  clear() {},
};
const Context = createContext(NO_FORM);

export const useForm = (): FormState => useContext(Context);

/** A form checks its values, sends once, and shows each error beside its field. A new `key` clears it. */
export function Form({ id, notice: outerNotice, isWaiting = false, children, ...props }: FormProps) {
  const [isReady, setReady] = useState(() => isInBrowser && document.getElementById(id) === null);
  const [isBusy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [errors, setErrors] = useState<Values>({});
  const [faulty, setFaulty] = useState<{ readonly field: Field | undefined; readonly isSelected: boolean }>();
  const [noticeText, setNoticeText] = useState(outerNotice);
  const root = useRef<HTMLFormElement>(null);
  const before = useRef('');
  const [isChanged, setChanged] = useState(false);
  useEffect(() => {
    if (outerNotice) setNoticeText(outerNotice);
  }, [outerNotice]);
  useLayoutEffect(() => {
    setReady(true);
    before.current = root.current ? contentOf(root.current) : '';
  }, []);
  // Runs once the message is in the page, which is read with the field.
  useLayoutEffect(() => {
    faulty?.field?.focus();
    if (faulty?.isSelected && faulty.field instanceof HTMLInputElement) faulty.field.select();
  }, [faulty]);

  const showErrors = (shown: Values) => setErrors((before) => ({ ...emptied(before), ...shown }));
  const clear = () => {
    showErrors({});
    setNoticeText(undefined);
  };
  const showProblems = (problems: readonly Problem[], fields: readonly Field[], isSelected = false) => {
    setNoticeText(undefined);
    showErrors(Object.fromEntries(problems.map(({ field, text }) => [field, text])));
    setFaulty({ field: fields.find(({ name }) => name === problems[0]?.field), isSelected });
  };
  const showProblem = (what: Problem | NoticeText, fields: readonly Field[]) =>
    'field' in what ? showProblems([what], fields) : setNoticeText(what);

  const showReply = (reply: Reply, values: Values, fields: readonly Field[]) => {
    showErrors({});
    if (reply.ok) {
      const { done } = props;
      setNoticeText(done === undefined ? undefined : notice(typeof done === 'string' ? done : done(values), 'success'));
      before.current = root.current ? contentOf(root.current) : '';
      setChanged(false);
      return props.succeeded?.(reply);
    }
    const refusal = props.refused?.(reply, values);
    if (refusal === true) return setNoticeText(undefined);
    if (refusal) return showProblem(refusal, fields);
    const field = fields.find(({ name }) => name === reply.field);
    if (!field) return setNoticeText(refusalNotice(reply));
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
    if (objection) return showProblem(objection, fields);
    setBusy(true);
    try {
      // Keeps the last messages until the answer arrives, so that nothing moves.
      const reply = await props.send(values, data);
      if (reply.code !== 'cancelled') showReply(reply, values, fields);
    } catch (error) {
      // A bug in the page, or a browser without storage.
      setNoticeText(notice(messages.failed, 'danger'));
      throw error;
    } finally {
      // Keeps the button busy until the next page loads.
      if (!isLeaving()) setBusy(false);
    }
  };

  const isPressable = !isBusy && !isWaiting;
  const state = {
    errors,
    notice: noticeText,
    isBusy,
    isPressable,
    isChanged,
    isReady,
    isLoud: props.isLoud,
    attempt,
    clear,
  };
  return (
    <form
      ref={root}
      id={id}
      class={[props.class, isWaiting && 'waiting'].filter(Boolean).join(' ')}
      method="post"
      noValidate
      aria-busy={isBusy ? 'true' : undefined}
      onInput={({ target, currentTarget }) => {
        setChanged(contentOf(currentTarget) !== before.current);
        const { name = '' } = target as Partial<Field>;
        if (errors[name]) showErrors({ ...errors, [name]: '' });
        // Clears "Saved", which is not true for new input. A refusal stays until the next answer, because it may not
        // have been read yet.
        if (noticeText?.mood !== 'danger') setNoticeText(undefined);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        // The button stays focusable while inactive, so presses must be ignored here.
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
  /** The id of the line that says how long the button is inactive. */
  readonly describedBy?: string;
  /** Takes the focus when it appears. */
  readonly takesFocus?: boolean;
  /** Plain until something in the form has changed. */
  readonly needsChange?: boolean;
  /** More buttons, such as one to cancel. */
  readonly children?: ComponentChildren;
}

/** The button of a form, below the message about the whole form, where people look after pressing it. */
export function Submit({ label, variant, describedBy, takesFocus = false, needsChange, children }: SubmitProps) {
  const { notice, isPressable, isChanged, isReady } = useForm();
  return (
    <div class="submit">
      <Notice role="alert" notice={notice} />
      {children}
      <button
        ref={takesFocus ? focusOnArrival : null}
        class={`button ${needsChange && !isChanged ? 'plain' : (variant ?? '')}`}
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
