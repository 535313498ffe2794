import type { OwnField, OwnValues, Writer } from '../../config/custom-fields.ts';
import type { AccountFields } from '../../config/field-presence.ts';
import { FIELD_TYPES, type FieldValue } from '../../config/field-types.ts';
import type { ProfileChanges } from '../../store/tables/profile.ts';
import type { User } from '../../store/tables/user.ts';
import { Refusal } from '../refusal.ts';
import { isBlank } from '../registration/validate-profile.ts';

type Given = Readonly<Record<string, unknown>>;

/** The given values, checked. People who create an account for somebody else need not know all of them. */
export function readOwnValues(
  given: Given,
  own: readonly OwnField[],
  writer: Writer,
  isRegistering = false,
): OwnValues {
  const mine = own.filter(({ writtenBy }) => writer === 'administrators' || writtenBy === 'user');
  const other = Object.keys(given).find((name) => mine.every((field) => field.name !== name));
  if (other !== undefined)
    throw fault('fields', `an object with ${mine.map(({ name }) => name).join(', ') || 'nothing'}`);
  const present = mine.filter(({ name, required }) => Object.hasOwn(given, name) || (isRegistering && required));
  return Object.fromEntries(present.map((field) => [field.name, checkedValue(field, given[field.name])]));
}

function checkedValue({ name, type, required }: OwnField, given: unknown = null): FieldValue | null {
  if (given === null || (typeof given === 'string' && isBlank(given))) {
    if (required) throw new Refusal('missing_field', { field: `fields.${name}` });
    return null;
  }
  const { rule, read } = FIELD_TYPES[type];
  const value = read(given);
  if (value === undefined) throw fault(`fields.${name}`, rule);
  return value;
}

const fault = (field: string, rule: string) => new Refusal('invalid_field', { field, rule, reason: 'not_allowed' });

/** As they are stored: JSON without what is missing, or null. */
export function storedValues(values: OwnValues): string | null {
  const there = Object.entries(values).filter(([, value]) => value !== null);
  return there.length === 0 ? null : JSON.stringify(Object.fromEntries(there));
}

const parsed = (stored: string | null): OwnValues => (stored === null ? {} : JSON.parse(stored));

/** Every declared field. A value from before its field got another type is null. */
export const shownOf = (own: readonly OwnField[], stored: string | null): OwnValues => {
  const values = parsed(stored);
  return Object.fromEntries(
    own.map(({ name, type }) => {
      const { [name]: value = null } = values;
      return [name, FIELD_TYPES[type].read(value) === value ? value : null];
    }),
  );
};

/** The stored values, and those of `others` that they lack and that may be added; unchanged if there are none. */
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
type Declared = Pick<AccountFields, 'own'>;

/** The member `fields` of an account, where there is FIELDS_FILE: every field that it declares. */
export const shownFields = ({ fields }: Stored, { own }: Declared): { readonly fields?: OwnValues } =>
  own.length === 0 ? {} : { fields: shownOf(own, fields) };

/**
 * Keeps omitted values, also those of fields that are no longer declared. Unchanged ones may be sent back by people who
 * may not write them. `needed`: fields without a value that this request has to give.
 */
export function ownChanges(
  { fields: before }: Stored,
  { own }: Declared,
  given: Given = {},
  writer: Writer,
  needed: readonly string[] = [],
): Pick<ProfileChanges, 'fields'> {
  const names = [...Object.keys(given), ...needed];
  if (names.length === 0) return {};
  const shown = shownOf(own, before);
  const changed = names.filter((name) => needed.includes(name) || given[name] !== shown[name]);
  const values = readOwnValues(Object.fromEntries(changed.map((name) => [name, given[name]])), own, writer);
  return { fields: { before, after: storedValues({ ...parsed(before), ...values }) } };
}

/** The fields that an account lacks, such as one that was made of an address, and its owner writes. */
export function lackedFields({ fields }: Stored, { own }: Declared, wanted: 'required' | 'optional'): string[] {
  const asked = own.filter(({ required, writtenBy }) => required === (wanted === 'required') && writtenBy === 'user');
  const shown = shownOf(asked, fields);
  return Object.keys(shown).filter((name) => shown[name] === null);
}
