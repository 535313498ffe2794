import { useState } from 'preact/hooks';
import type { OwnValues } from '../../../config/custom-fields.ts';
import { FIELD_TYPES } from '../../../config/field-types.ts';
import type { OwnInput } from '../../forms.ts';
import { fill } from '../../texts/fill.ts';
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
    {own.map(({ name, type, label, required }) => {
      const { input } = FIELD_TYPES[type];
      return input.type === 'checkbox' ? (
        <OwnCheckbox key={name} name={PREFIX + name} label={label} isCheckedAtFirst={values?.[name] === true} />
      ) : (
        <TextField
          key={name}
          name={PREFIX + name}
          label={required ? label : fill(optional, { field: label })}
          required={required}
          autocomplete="off"
          fieldType={type}
          {...input}
          {...(values && { defaultValue: String(values[name] ?? '') })}
        />
      );
    })}
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
    own.map(({ name, type }) => [PREFIX + name, String(values[name] ?? FIELD_TYPES[type].sent(undefined))]),
  );

/** The values of a form, including unchecked boxes, which forms omit. */
export const sentValues = (values: Values, own: readonly OwnInput[]): Values => ({
  ...values,
  ...Object.fromEntries(own.map(({ name, type }) => [PREFIX + name, FIELD_TYPES[type].sent(values[PREFIX + name])])),
});

/** The body to send, with these fields in the member `fields`. */
export function nested(values: Values): Readonly<Record<string, unknown>> {
  const isOwn = ([name]: [string, string]) => name.startsWith(PREFIX);
  const entries = Object.entries(values);
  const own = entries.filter(isOwn).map(([name, value]) => [name.slice(PREFIX.length), value]);
  const others = Object.fromEntries(entries.filter((entry) => !isOwn(entry)));
  return own.length === 0 ? others : { ...others, fields: Object.fromEntries(own) };
}
