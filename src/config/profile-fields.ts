/** A profile field that users edit. */
interface ProfileFieldRow {
  /** Its property in User; the key of the table is its name in JSON, SQL and forms. */
  readonly member: 'fullName' | 'phoneNumber' | 'industry' | 'profileImageUrl';
  readonly maxCodePoints: number;
  /** May be empty; stored as null. */
  readonly isOptional?: boolean;
  /** Added to its description in the OpenAPI document. */
  readonly note?: string;
  /** Attributes of its form input. */
  readonly input: { readonly type: 'text' | 'tel' | 'url'; readonly autocomplete: string };
}

/** The profile fields. Limits, columns, API schemas and forms are derived from this table. */
export const PROFILE_FIELDS = {
  full_name: { member: 'fullName', maxCodePoints: 200, input: { type: 'text', autocomplete: 'name' } },
  phone_number: {
    member: 'phoneNumber',
    maxCodePoints: 32,
    note: 'one account per number',
    input: { type: 'tel', autocomplete: 'tel' },
  },
  industry: { member: 'industry', maxCodePoints: 100, input: { type: 'text', autocomplete: 'off' } },
  profile_image_url: {
    member: 'profileImageUrl',
    maxCodePoints: 2048,
    isOptional: true,
    input: { type: 'url', autocomplete: 'photo' },
  },
} as const satisfies Record<string, ProfileFieldRow>;

export type ProfileField = keyof typeof PROFILE_FIELDS;

export const isProfileField = (name: string): name is ProfileField => Object.hasOwn(PROFILE_FIELDS, name);

/** "At most 32 characters; one account per number." */
export function describeField(field: ProfileField): string {
  const { maxCodePoints, note }: ProfileFieldRow = PROFILE_FIELDS[field];
  return `At most ${maxCodePoints} characters${note === undefined ? '' : `; ${note}`}.`;
}
