import type { ProfileField } from '../../config/built-in-fields.ts';
import type { CustomValues } from '../../config/custom-fields.ts';
import { FIELD_TYPES, type FieldValue } from '../../config/field-types.ts';
import type { FieldInput } from '../forms.ts';
import type { Values } from './components/form.tsx';

const PREFIX = 'fields.';

/** Whether FIELDS_FILE declares the field. */
export const isCustom = ({ name }: Pick<FieldInput, 'name'>): boolean => name.startsWith(PREFIX);

type Owner = Readonly<Partial<Record<ProfileField, string | null>>> & { readonly fields?: CustomValues };

export const fieldValue = (user: Owner, name: string): FieldValue | null | undefined =>
  name.startsWith(PREFIX) ? user.fields?.[name.slice(PREFIX.length)] : user[name as ProfileField];

/** For missing values of built-in fields, the service returns an empty text. */
export const isMissing = (user: Owner, { name }: FieldInput): boolean =>
  ['', null].some((none) => none === fieldValue(user, name));

/** The unchanged values, as a form sends them. */
export const typedValues = (user: Owner, fields: readonly FieldInput[]): Values =>
  Object.fromEntries(
    fields.map(({ name, type }) => [name, String(fieldValue(user, name) ?? FIELD_TYPES[type].sent(undefined))]),
  );

/** The values of a form that has these fields, including unchecked boxes, which forms omit. */
export const sentValues = (values: Values, fields: readonly FieldInput[]): Values => ({
  ...values,
  ...Object.fromEntries(fields.map(({ name, type }) => [name, FIELD_TYPES[type].sent(values[name])])),
});

/** The body to send, with the custom fields in the member `fields`. */
export function nested(values: Values): Readonly<Record<string, unknown>> {
  const entries = Object.entries(values);
  const custom = entries
    .filter(([name]) => isCustom({ name }))
    .map(([name, value]) => [name.slice(PREFIX.length), value]);
  const others = Object.fromEntries(entries.filter(([name]) => !isCustom({ name })));
  return custom.length === 0 ? others : { ...others, fields: Object.fromEntries(custom) };
}
