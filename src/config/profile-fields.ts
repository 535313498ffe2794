/** One field of a profile that its owner fills in. */
interface ProfileFieldRow {
  /** Its name in a User; the key of the table is its name on the wire, in SQL and in forms. */
  readonly member: 'fullName' | 'phoneNumber' | 'industry' | 'profileImageUrl';
  readonly maxCodePoints: number;
  /** It may be left empty, and is then null. */
  readonly isOptional?: boolean;
  /** What the OpenAPI document says of it besides its length. */
  readonly note?: string;
  /** How forms ask for it. */
  readonly input: { readonly type: 'text' | 'tel' | 'url'; readonly autocomplete: string };
}

/** The fields of a profile, once: limits, columns, the interface's schema and the forms come from here. */
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
