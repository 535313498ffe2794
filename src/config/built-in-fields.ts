/** A profile field that users edit. */
export interface BuiltInRow {
  /** Its property in User; the key of the table is its name in JSON, SQL and forms. */
  readonly member: 'fullName' | 'phoneNumber' | 'industry' | 'profileImageUrl';
  readonly maxCodePoints: number;
  /** Stored in Unicode NFC, so that two spellings of one number are the same number. */
  readonly isNormalized?: boolean;
  /** Added to its description in the OpenAPI document. */
  readonly note?: string;
  /** Attributes of its form input. */
  readonly input: { readonly type: 'text' | 'tel' | 'url'; readonly autocomplete: string };
}

/**
 * The profile fields. Limits, columns, API schemas and forms derive from this table;
 * core/registration/validate-profile.ts applies it to requests.
 */
export const PROFILE_FIELDS = {
  full_name: { member: 'fullName', maxCodePoints: 200, input: { type: 'text', autocomplete: 'name' } },
  phone_number: {
    member: 'phoneNumber',
    maxCodePoints: 32,
    isNormalized: true,
    note: 'one account per number',
    input: { type: 'tel', autocomplete: 'tel' },
  },
  industry: { member: 'industry', maxCodePoints: 100, input: { type: 'text', autocomplete: 'off' } },
  profile_image_url: {
    member: 'profileImageUrl',
    maxCodePoints: 2048,
    input: { type: 'url', autocomplete: 'photo' },
  },
} as const satisfies Record<string, BuiltInRow>;

export type ProfileField = keyof typeof PROFILE_FIELDS;

/** The fields that the setting PROFILE_FIELDS controls. */
export const CHOSEN_FIELDS = ['phone_number', 'industry'] as const satisfies ProfileField[];
/** The fields in forms, in this order. A picture is not typed in. */
export const FORM_FIELDS = ['full_name', ...CHOSEN_FIELDS] as const;
export type FormField = (typeof FORM_FIELDS)[number];

/** Whether PROFILE_FIELDS has switched the field off, so that it is not among the fields of accounts. */
export const isOff = (name: string, fields: readonly { readonly name: string }[]): boolean =>
  CHOSEN_FIELDS.some((field) => field === name) && fields.every((field) => field.name !== name);

export const ruleOf = (field: ProfileField): BuiltInRow => PROFILE_FIELDS[field];

const LOCKS: ReadonlyMap<string, BuiltInRow> = new Map(Object.entries(PROFILE_FIELDS));
/** Undefined for the fields of FIELDS_FILE. */
export const lockOf = (name: string): BuiltInRow | undefined => LOCKS.get(name);

/** "At most 32 characters; one account per number." */
export function describeField(field: ProfileField): string {
  const { maxCodePoints, note } = ruleOf(field);
  return `At most ${maxCodePoints} characters${note === undefined ? '' : `; ${note}`}.`;
}
