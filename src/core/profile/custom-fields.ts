import type { CustomField, CustomValues, Writer } from '../../config/custom-fields.ts';
import { type AccountFields, customFields } from '../../config/field-presence.ts';
import { FIELD_TYPES, type FieldValue } from '../../config/field-types.ts';
import type { ProfileChanges } from '../../store/tables/profile.ts';
import type { User } from '../../store/tables/user.ts';
import { Refusal } from '../refusal.ts';
import { isBlank, nameFromAddress } from '../registration/validate-profile.ts';

type Given = Readonly<Record<string, unknown>>;

/** Validates the values. `isRegistering`: required ones must be present. */
export function readCustomValues(
  given: Given,
  fields: AccountFields,
  writer: Writer,
  isRegistering = false,
): CustomValues {
  const mine = customFields(fields).filter(({ writtenBy }) => writer === 'administrators' || writtenBy === 'user');
  const other = Object.keys(given).find((name) => mine.every(({ key }) => key !== name));
  if (other !== undefined)
    throw fault('fields', `an object with ${mine.map(({ key }) => key).join(', ') || 'nothing'}`);
  const present = mine.filter(({ key, required }) => Object.hasOwn(given, key) || (isRegistering && required));
  return Object.fromEntries(present.map((field) => [field.key, checkedValue(field, given[field.key])]));
}

function checkedValue({ name, type, required }: CustomField, given: unknown = null): FieldValue | null {
  if (given === null || (typeof given === 'string' && isBlank(given))) {
    if (required) throw new Refusal('missing_field', { field: name });
    return null;
  }
  const { rule, read } = FIELD_TYPES[type];
  const value = read(given);
  if (value === undefined) throw fault(name, rule);
  return value;
}

const fault = (field: string, rule: string) => new Refusal('invalid_field', { field, rule, reason: 'not_allowed' });

/** The stored form: JSON without missing values, or null. */
export function storedValues(values: CustomValues): string | null {
  const there = Object.entries(values).filter(([, value]) => value !== null);
  return there.length === 0 ? null : JSON.stringify(Object.fromEntries(there));
}

const parsed = (stored: string | null): CustomValues => (stored === null ? {} : JSON.parse(stored));

/** The values of all declared fields; null for a value stored before its field changed its type. */
export const shownOf = (fields: AccountFields, stored: string | null): CustomValues => {
  const values = parsed(stored);
  return Object.fromEntries(
    customFields(fields).map(({ key, type }) => {
      const { [key]: value = null } = values;
      return [key, FIELD_TYPES[type].read(value) === value ? value : null];
    }),
  );
};

/** The stored values, completed by those of `others` that are missing and may be added; unchanged if there are none. */
export function withMissing(
  stored: string | null,
  others: string | null,
  mayAdd: (name: string) => boolean,
): string | null {
  const values = parsed(stored);
  const missing = Object.entries(parsed(others)).filter(([name]) => !Object.hasOwn(values, name) && mayAdd(name));
  return missing.length === 0 ? stored : storedValues({ ...values, ...Object.fromEntries(missing) });
}

type Stored = Pick<User, 'fields'>;

/** The member `fields` of an account: every field that FIELDS_FILE declares, if it is set. */
export const shownFields = ({ fields: stored }: Stored, fields: AccountFields): { readonly fields?: CustomValues } =>
  customFields(fields).length === 0 ? {} : { fields: shownOf(fields, stored) };

/**
 * Keeps omitted values, even of fields that are no longer declared. Unchanged values may be sent back without
 * permission to write them. `needed`: names of fields without a value that this request must provide.
 */
export function customChanges(
  { fields: before }: Stored,
  fields: AccountFields,
  given: Given = {},
  writer: Writer,
  needed: readonly string[] = [],
): Pick<ProfileChanges, 'fields'> {
  const neededKeys = customFields(fields).flatMap(({ name, key }) => (needed.includes(name) ? key : []));
  const keys = [...Object.keys(given), ...neededKeys];
  if (keys.length === 0) return {};
  const shown = shownOf(fields, before);
  const changed = keys.filter((key) => neededKeys.includes(key) || given[key] !== shown[key]);
  const values = readCustomValues(Object.fromEntries(changed.map((key) => [key, given[key]])), fields, writer);
  return { fields: { before, after: storedValues({ ...parsed(before), ...values }) } };
}

/** The names of missing fields that the owner may write, for example after an invitation by address only. */
export function lackedFields(user: User, fields: AccountFields, wanted: 'required' | 'optional'): string[] {
  const shown = shownOf(fields, user.fields);
  const isLacked = (field: AccountFields[number]) => {
    if (!field.lock) return shown[field.key] === null;
    return user[field.lock.member] === (field.name === 'full_name' ? nameFromAddress(user.email) : null);
  };
  return fields
    .filter((field) => field.required === (wanted === 'required') && field.writtenBy === 'user' && isLacked(field))
    .map(({ name }) => name);
}
