import type { ComponentChildren, InputHTMLAttributes, Ref } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { FieldType, FieldTypeName } from '../../../config/field-types.ts';
import { useForm } from './form.tsx';
import { type Choice, Options } from './options.tsx';

interface FieldProps {
  readonly name: string;
  readonly id?: string | undefined;
  readonly label: ComponentChildren;
  readonly hint?: string | undefined;
  /** The hint depends on the choice and is announced when it changes. */
  readonly hintRole?: 'status';
  readonly children: ComponentChildren;
  /** Shown below the error. */
  readonly waysOut?: ComponentChildren;
}

/** A control with its label above and its hint and error below, linked for screen readers. */
export const Field = ({ name, id = name, label, hint = '', hintRole, children, waysOut }: FieldProps) => (
  <div class="field">
    <label for={id}>{label}</label>
    {children}
    {(hint !== '' || hintRole) && (
      <p class="hint small soft" id={`${id}-hint`} role={hintRole}>
        {hint}
      </p>
    )}
    <ErrorLine id={id} name={name} />
    {waysOut}
  </div>
);

export function ErrorLine({ name, id = name }: { readonly name: string; readonly id?: string }) {
  const { errors, isLoud } = useForm();
  return (
    <p class="error small" id={`${id}-error`} hidden={errors[name] === undefined} role={isLoud ? 'alert' : undefined}>
      {errors[name]}
    </p>
  );
}

/** The state of a control as attributes, because some supported browsers lack properties such as ariaInvalid. */
function useAria(name: string, id = name, hint = '') {
  const isInvalid = Boolean(useForm().errors[name]);
  const describedBy = `${hint === '' ? '' : `${id}-hint `}${id}-error`;
  return { 'aria-describedby': describedBy, 'aria-invalid': isInvalid ? ('true' as const) : undefined };
}

/** The value of a field, which may have been typed before this script ran. */
export function useTyped(id: string): [string, (typed: string) => void] {
  const [typed, setTyped] = useState('');
  useLayoutEffect(() => {
    const field = document.getElementById(id);
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) setTyped(field.value);
  }, []);
  return [typed, setTyped];
}

type Listener = 'onInput' | 'onChange' | 'onKeyDown' | 'onKeyUp' | 'onMouseDown' | 'onBlur';
type Attribute =
  | 'autocomplete'
  | 'autocapitalize'
  | 'spellcheck'
  | 'inputMode'
  | 'maxLength'
  | 'placeholder'
  | 'required'
  | 'value'
  | 'defaultValue';

export interface InputProps
  extends Pick<InputHTMLAttributes<HTMLInputElement>, Listener | Attribute | 'aria-describedby'> {
  readonly name: string;
  readonly id?: string;
  readonly type?: 'email' | 'tel' | 'url' | 'password' | Exclude<FieldType['input']['type'], 'checkbox'>;
  /** The type of the values that may be typed. */
  readonly 'data-type'?: FieldTypeName;
  readonly hint?: string | undefined;
  /** The maximum in code points, for the message only: truncating input would silently change what was typed. */
  readonly max?: number | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
}

export function Input({ name, id = name, hint = '', max, type = 'text', inputRef = null, ...attributes }: InputProps) {
  // Browsers should not correct e-mail addresses.
  const spelling = type === 'email' || type === 'url' ? ({ autocapitalize: 'none', spellcheck: false } as const) : {};
  return (
    <input
      ref={inputRef}
      id={id}
      name={name}
      // Preact's types distinguish kinds of inputs.
      type={type as 'text'}
      data-max={max}
      {...useAria(name, id, hint)}
      {...spelling}
      {...attributes}
    />
  );
}

export type TextFieldProps = InputProps & Pick<FieldProps, 'label' | 'waysOut'>;

export const TextField = ({ label, waysOut, ...input }: TextFieldProps) => (
  <Field name={input.name} id={input.id} label={label} hint={input.hint} waysOut={waysOut}>
    <Input required {...input} />
  </Field>
);

interface TextAreaProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  /** The initial lines. */
  readonly lines?: readonly string[] | undefined;
}

/** A list, one entry per line. */
export const TextArea = ({ name, label, hint, lines = [] }: TextAreaProps) => (
  <Field name={name} label={label} hint={hint}>
    <textarea
      id={name}
      name={name}
      class="mono"
      rows={Math.max(2, lines.length)}
      autocomplete="off"
      autocapitalize="none"
      spellcheck={false}
      defaultValue={lines.join('\n')}
      {...useAria(name, name, hint)}
    />
  </Field>
);

/** The entries of a TextArea. */
export const linesOf = (text = ''): string[] => text.split(/\s+/).filter((line) => line !== '');

interface SelectProps extends Omit<FieldProps, 'id' | 'children'> {
  readonly choices: readonly Choice[];
  /** The initial choice, or the current one if `changed` is set. */
  readonly value: string;
  readonly changed?: (value: string) => void;
  readonly isRequired?: boolean;
}

export function SelectField({ choices, value, changed, isRequired, ...field }: SelectProps) {
  const [chosen, setChosen] = useState(value);
  return (
    <Field {...field}>
      <select
        id={field.name}
        name={field.name}
        required={isRequired}
        value={changed ? value : chosen}
        onChange={({ currentTarget }) => (changed ?? setChosen)(currentTarget.value)}
        {...useAria(field.name, field.name, field.hint)}
      >
        <Options choices={choices} />
      </select>
    </Field>
  );
}

interface CheckboxProps {
  readonly name: string;
  /** The code of this checkbox among several of the same name, which is also displayed. */
  readonly value?: string;
  readonly label: string;
  readonly isChecked?: boolean | undefined;
  readonly isDisabled?: boolean;
  readonly changed?: (isChecked: boolean) => void;
}

export const Checkbox = ({ name, value, label, isChecked, isDisabled, changed }: CheckboxProps) => (
  <label class="choice">
    <input
      type="checkbox"
      name={name}
      value={value}
      checked={isChecked}
      disabled={isDisabled}
      onChange={({ currentTarget }) => changed?.(currentTarget.checked)}
    />
    <span>
      {label} {value !== undefined && <span class="mono soft">{value}</span>}
    </span>
  </label>
);
