import { useState } from 'preact/hooks';
import { lockOf } from '../../../config/built-in-fields.ts';
import { FIELD_TYPES, type FieldValue } from '../../../config/field-types.ts';
import type { FieldInput } from '../../forms.ts';
import { Checkbox, type InputProps, TextField } from './fields.tsx';

interface Props extends Partial<Omit<InputProps, 'name'>> {
  readonly field: FieldInput;
  /** The value of the account; undefined without one. */
  readonly initial?: FieldValue | null | undefined;
}

/** The input of a field, as its type declares it, or the lock of the document. */
export function TypedField({ field: { name, type, label, required }, initial, ...attributes }: Props) {
  const [isChecked, setChecked] = useState(initial === true);
  const { input } = FIELD_TYPES[type];
  if (input.type === 'checkbox')
    return <Checkbox name={name} label={label} isChecked={isChecked} changed={setChecked} />;
  const lock = lockOf(name);
  return (
    <TextField
      name={name}
      label={label}
      required={required}
      autocomplete="off"
      data-type={type}
      {...input}
      {...(lock && { ...lock.input, max: lock.maxCodePoints })}
      {...(initial !== undefined && { defaultValue: String(initial ?? '') })}
      {...attributes}
    />
  );
}
