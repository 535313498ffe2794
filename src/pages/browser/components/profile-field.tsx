import { PROFILE_FIELDS } from '../../../config/built-in-fields.ts';
import type { FormField, OwnInput } from '../../forms.ts';
import { fill } from '../../texts/fill.ts';
import { OwnFields } from './custom-fields.tsx';
import { SelectField, TextField, useTyped } from './fields.tsx';
import { usePage } from './page-data.ts';
import { PhoneField } from './phone-field.tsx';

interface Props {
  readonly name: FormField;
  /** Set if other state holds the value. */
  readonly kept?: { readonly value: string; readonly change: (value: string) => void };
}

/** A profile field, as its table and PROFILE_FIELDS declare it. */
export function ProfileField({ name, kept }: Props) {
  const { texts, industries, fields } = usePage();
  const [typed, setTyped] = useTyped(name);
  const { value, change } = kept ?? { value: typed, change: setTyped };
  const presence = fields.presence[name];
  if (presence === 'off') return null;
  const isRequired = presence === 'required';
  const label = isRequired ? texts.fields[name] : fill(texts.fields.optional, { field: texts.fields[name] });
  const hint = texts.hints[name];
  if (name === 'phone_number')
    return <PhoneField label={label} isRequired={isRequired} value={value} change={change} />;
  if (name === 'industry' && industries.length > 0) {
    // A value outside the choices stays until another is chosen.
    const known = value === '' || industries.includes(value) ? industries : [...industries, value];
    const choices = [{ value: '', label: texts.actions.choose }, ...known.map((one) => ({ value: one, label: one }))];
    return (
      <SelectField
        name={name}
        label={label}
        hint={hint}
        isRequired={isRequired}
        choices={choices}
        value={value}
        changed={change}
      />
    );
  }
  return (
    <TextField
      name={name}
      label={label}
      hint={hint}
      required={isRequired}
      {...PROFILE_FIELDS[name].input}
      max={PROFILE_FIELDS[name].maxCodePoints}
      {...(kept && { value, onInput: ({ currentTarget }) => change(currentTarget.value) })}
    />
  );
}

interface AccountFieldsProps {
  readonly names: readonly FormField[];
  readonly own: readonly OwnInput[];
}

/** Profile fields and those of FIELDS_FILE. */
export const AccountFields = ({ names, own }: AccountFieldsProps) => (
  <>
    {names.map((name) => (
      <ProfileField key={name} name={name} />
    ))}
    <OwnFields own={own} optional={usePage().texts.fields.optional} />
  </>
);
