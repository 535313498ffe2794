import { format, InvalidValue } from '../declare/value-formats.ts';
import { type BuiltInRow, CHOSEN_FIELDS, FORM_FIELDS, type FormField, isOff, ruleOf } from './built-in-fields.ts';
import type { CustomField, Field, Writer } from './custom-fields.ts';

const PRESENCES = ['required', 'optional', 'off'] as const;
/** `optional`: may be missing, which is stored as null. `off`: neither requested, shown nor stored. */
export type Presence = (typeof PRESENCES)[number];
export type Presences = Readonly<Record<(typeof CHOSEN_FIELDS)[number], Presence>>;

/** A field of the interface document, which locks its name, its place, its limits and its messages. */
interface BuiltInField extends Field {
  readonly name: FormField;
  readonly lock: BuiltInRow;
  /** PHONE_NUMBERS=shared: several accounts may have one number. */
  readonly isShared?: boolean;
}

/** The fields in the order of forms: those of the document that are not off, then those of FIELDS_FILE. */
export type AccountFields = readonly (BuiltInField | CustomField)[];

export const ALL_REQUIRED: Presences = { phone_number: 'required', industry: 'required' };

/** PROFILE_FIELDS, FIELDS_FILE and PHONE_NUMBERS, which change nothing by default. */
export const createFields = (
  presence: Presences = ALL_REQUIRED,
  custom: readonly CustomField[] = [],
  sharesPhoneNumbers = false,
): AccountFields => [
  ...FORM_FIELDS.flatMap((name): BuiltInField[] => {
    const chosen = name === 'full_name' ? 'required' : presence[name];
    const isShared = name === 'phone_number' && sharesPhoneNumbers;
    const field = { name, type: 'text', required: chosen === 'required', writtenBy: 'user' } as const;
    return chosen === 'off' ? [] : [{ ...field, lock: ruleOf(name), isShared }];
  }),
  ...custom,
];

export const customFields = (fields: AccountFields): CustomField[] =>
  fields.filter((field): field is CustomField => field.lock === undefined);

export const isRequired = (name: string, fields: AccountFields): boolean =>
  fields.some((field) => field.name === name && field.required);

export const sharesPhoneNumbers = (fields: AccountFields): boolean =>
  fields.some((field) => field.lock !== undefined && field.isShared);

/** The record as others than its owner see it: a field that is off may hold an earlier value. */
export const withoutOff = <T extends object>(record: T, fields: Parameters<typeof isOff>[1]): Partial<T> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !isOff(name, fields))) as Partial<T>;

/** A field as a form shows it. */
export interface FieldInput extends Pick<Field, 'name' | 'type' | 'required'> {
  readonly label: string;
}

/**
 * The fields that a writer may write, with the labels of the document's fields. A custom label without a translation is
 * in English, else in the first language.
 */
export const fieldInputs = (
  fields: AccountFields,
  writer: Writer,
  language: string,
  labels: Readonly<Record<FormField, string>>,
): FieldInput[] =>
  fields
    .filter(({ writtenBy }) => writer === 'administrators' || writtenBy === 'user')
    .map((field) => {
      const { name, type, required } = field;
      return { name, type, required, label: field.lock ? labels[field.name] : labelIn(field, language) };
    });

function labelIn({ label, name }: CustomField, language: string): string {
  const [base = ''] = language.split('-');
  return label[language] ?? label[base] ?? label.en ?? Object.values(label)[0] ?? name;
}

function parsePresence(entry: string): readonly [(typeof CHOSEN_FIELDS)[number], Presence] {
  const [name, value, ...more] = entry.split(':');
  const field = CHOSEN_FIELDS.find((known) => known === name);
  const presence = PRESENCES.find((presence) => presence === value);
  if (field !== undefined && presence !== undefined && more.length === 0) return [field, presence];
  throw new InvalidValue(
    `must list ${CHOSEN_FIELDS.join(' or ')}, each with :${PRESENCES.join(', :')}, not "${entry}"`,
  );
}

export const presences = format<Presences>(
  (value) => {
    const chosen = value
      .split(/[\s,]+/)
      .filter((entry) => entry !== '')
      .map(parsePresence);
    const twice = chosen.find(([name], at) => chosen.findIndex(([other]) => other === name) < at);
    if (twice !== undefined) throw new InvalidValue(`must list each field once, and ${twice[0]} is there twice`);
    return { ...ALL_REQUIRED, ...Object.fromEntries(chosen) };
  },
  (presence) => CHOSEN_FIELDS.map((name) => `${name}:${presence[name]}`).join(','),
);
