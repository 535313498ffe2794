import { useState } from 'preact/hooks';
import { MAX_OWN_TEXT_CODE_POINTS } from '../../../config/built-in-fields.ts';
import type { OwnValues } from '../../../config/custom-fields.ts';
import type { OwnInput } from '../../forms.ts';
import { fill } from '../../texts/fill.ts';
import { withDecimalPoint } from '../form-fields.ts';
import { Checkbox, TextField } from './fields.tsx';
import type { Values } from './form.tsx';

const PREFIX = 'fields.';

interface Props {
  readonly own: readonly OwnInput[];
  /** The label of optional fields. */
  readonly optional: string;
  /** Of the account; undefined at registration. */
  readonly values?: OwnValues;
}

/** The fields of FIELDS_FILE, in any form. */
export const OwnFields = ({ own, optional, values }: Props) => (
  <>
    {own.map(({ name, type, label, required }) =>
      type === 'boolean' ? (
        <OwnCheckbox key={name} name={PREFIX + name} label={label} isCheckedAtFirst={values?.[name] === true} />
      ) : (
        <TextField
          key={name}
          name={PREFIX + name}
          label={required ? label : fill(optional, { field: label })}
          required={required}
          autocomplete="off"
          inputMode={type === 'number' ? 'decimal' : 'text'}
          max={type === 'text' ? MAX_OWN_TEXT_CODE_POINTS : undefined}
          {...(values && { defaultValue: String(values[name] ?? '') })}
        />
      ),
    )}
  </>
);

interface CheckboxProps {
  readonly name: string;
  readonly label: string;
  readonly isCheckedAtFirst: boolean;
}

function OwnCheckbox({ name, label, isCheckedAtFirst }: CheckboxProps) {
  const [isChecked, setChecked] = useState(isCheckedAtFirst);
  return <Checkbox name={name} label={label} isChecked={isChecked} changed={setChecked} />;
}

/** The unchanged values, as the form sends them. */
export const typedOwn = (own: readonly OwnInput[], values: OwnValues = {}): Values =>
  Object.fromEntries(
    own.map(({ name, type }) => [PREFIX + name, String(values[name] ?? (type === 'boolean' ? 'false' : ''))]),
  );

/** The values of a form, including unchecked boxes, which forms omit. */
export const sentValues = (values: Values, own: readonly OwnInput[]): Values => ({
  ...values,
  ...Object.fromEntries(own.map(({ name, type }) => [PREFIX + name, SENT[type](values[PREFIX + name])])),
});

const SENT: Readonly<Record<OwnInput['type'], (typed: string | undefined) => string>> = {
  text: (typed = '') => typed,
  number: (typed = '') => withDecimalPoint(typed),
  boolean: (checked) => String(checked !== undefined),
};

/** The body to send, with these fields in the member `fields`. */
export function nested(values: Values): Readonly<Record<string, unknown>> {
  const isOwn = ([name]: [string, string]) => name.startsWith(PREFIX);
  const entries = Object.entries(values);
  const own = entries.filter(isOwn).map(([name, value]) => [name.slice(PREFIX.length), value]);
  const others = Object.fromEntries(entries.filter((entry) => !isOwn(entry)));
  return own.length === 0 ? others : { ...others, fields: Object.fromEntries(own) };
}
