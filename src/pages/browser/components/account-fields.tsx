import type { FieldValue } from '../../../config/field-types.ts';
import type { FieldInput, FormField } from '../../forms.ts';
import { fill } from '../../texts/fill.ts';
import { SelectField, useTyped } from './fields.tsx';
import { usePage } from './page-data.ts';
import { PhoneField } from './phone-field.tsx';
import { TypedField } from './typed-field.tsx';

interface Props {
  readonly field: FieldInput;
  /** Set if other state holds the value. */
  readonly kept?: { readonly value: string; readonly change: (value: string) => void } | undefined;
  readonly initial?: FieldValue | null | undefined;
}

function AccountField({ field, kept, initial }: Props) {
  const { texts, industries } = usePage();
  const [typed, setTyped] = useTyped(field.name);
  const { value, change } = kept ?? { value: typed, change: setTyped };
  const { name, required } = field;
  const label = required ? field.label : fill(texts.fields.optional, { field: field.label });
  const hint = new Map(Object.entries(texts.hints)).get(name);
  if (name === 'phone_number') return <PhoneField label={label} isRequired={required} value={value} change={change} />;
  if (name === 'industry' && industries.length > 0) {
    // A value outside the choices stays until another is chosen.
    const known = value === '' || industries.includes(value) ? industries : [...industries, value];
    const choices = [{ value: '', label: texts.actions.choose }, ...known.map((one) => ({ value: one, label: one }))];
    return <SelectField {...{ name, label, hint, choices, value }} isRequired={required} changed={change} />;
  }
  return (
    <TypedField
      field={{ ...field, label }}
      hint={hint}
      initial={initial}
      {...(kept && { value, onInput: ({ currentTarget }) => change(currentTarget.value) })}
    />
  );
}

interface AccountFieldsProps {
  readonly fields: readonly FieldInput[];
  /** The values of the account. */
  readonly initial?: (name: string) => FieldValue | null | undefined;
}

export const AccountFields = ({ fields, initial }: AccountFieldsProps) => (
  <>
    {fields.map((field) => (
      <AccountField key={field.name} field={field} initial={initial?.(field.name)} />
    ))}
  </>
);

/** A field of the document; nothing if it is off. */
export function ProfileField({ name, kept }: { readonly name: FormField; readonly kept: Props['kept'] }) {
  const field = usePage().fields.find((one) => one.name === name);
  return field ? <AccountField field={field} kept={kept} /> : null;
}
