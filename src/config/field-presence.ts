import { format, InvalidValue } from '../declare/value-formats.ts';
import { CHOSEN_FIELDS, type ProfileField } from './built-in-fields.ts';
import type { OwnField } from './custom-fields.ts';

const PRESENCES = ['required', 'optional', 'off'] as const;
/** `optional`: may be missing, which is stored as null. `off`: neither asked for, shown nor stored. */
export type Presence = (typeof PRESENCES)[number];
export type Presences = Readonly<Record<ProfileField, Presence>>;

/** The fields of accounts, and which are required. */
export interface AccountFields {
  readonly presence: Presences;
  /** PHONE_NUMBERS=shared: several accounts may have one number. */
  readonly sharesPhoneNumbers: boolean;
  /** FIELDS_FILE. */
  readonly own: readonly OwnField[];
}

export const ALL_REQUIRED: Presences = {
  full_name: 'required',
  phone_number: 'required',
  industry: 'required',
  profile_image_url: 'optional',
};

/** The fields set by PROFILE_FIELDS. */
export type ChosenFields = Pick<AccountFields, 'presence'>;

export const isOff = (name: string, { presence }: ChosenFields): boolean =>
  CHOSEN_FIELDS.some((field) => field === name && presence[field] === 'off');

/** The record for anybody but its owner: a field that is off may hold an earlier value. */
export const withoutOff = <T extends object>(record: T, fields: ChosenFields): Partial<T> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !isOff(name, fields))) as Partial<T>;

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
