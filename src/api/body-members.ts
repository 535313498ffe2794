import { describeField, PROFILE_FIELDS, type ProfileField } from '../config/built-in-fields.ts';
import { customFields } from '../config/field-presence.ts';
import { MAX_EMAIL_LENGTH } from '../core/email-address.ts';
import { MAX_PASSWORD_CODE_POINTS, MIN_PASSWORD_CODE_POINTS } from '../core/passwords/password-policy.ts';
import { ApiError } from '../http/api-error.ts';
import type { Body } from '../http/json-body.ts';
import { FieldTooLong } from './errors.ts';
import { boolean, type Schema, string } from './json-schema.ts';
import type { Services } from './services.ts';

/** Members shared by the bodies of several operations. */

export const emailMember = string({
  format: 'email',
  maxLength: MAX_EMAIL_LENGTH,
  description: 'Trimmed and lower-cased.',
});

/** A different example, because the address must differ from the account's. */
export const newEmailMember: typeof emailMember = { ...emailMember, examples: ['ada@example.org'] };

export const passwordMember = string({ format: 'password', description: 'As it was chosen; never trimmed.' });

export const newPasswordMember = string({
  format: 'password',
  minLength: MIN_PASSWORD_CODE_POINTS,
  maxLength: MAX_PASSWORD_CODE_POINTS,
  description: 'With an uppercase letter and a digit; never trimmed.',
});

/** TERMS_VERSION. */
export const acceptTermsMember: Schema<boolean> = {
  ...boolean({ description: 'The owner accepts the terms of service. Needed once for each version of them.' }),
  onlyWith: 'terms',
};

/** Ignored if there are no terms. */
export const acceptsTerms = ({ features }: Pick<Services, 'features'>, body: Body): boolean =>
  features.terms && body.text('accept_terms') === 'true';

/** Values for FIELDS_FILE; ignored if there is none. */
export const customFieldsIn = ({ fields }: Pick<Services, 'fields'>, body: Body) =>
  customFields(fields).length === 0 ? undefined : body.object('fields');

export const profileMember = (field: ProfileField): Schema<string> =>
  string({ minLength: 1, maxLength: PROFILE_FIELDS[field].maxCodePoints, description: describeField(field) });

/** Lengths are counted in Unicode code points, so one emoji is not two characters. */
export function refuseLongField(field: string, value: string, limit: number): void {
  if ([...value].length > limit) throw new ApiError(FieldTooLong, { field, limit });
}
