import { PROFILE_FIELDS, type ProfileField } from '../config/profile-fields.ts';
import { ApiError } from '../http/api-error.ts';
import { FieldTooLong } from './errors.ts';

/** Lengths are counted in Unicode code points, so one emoji is not two characters. */
export function refuseTooLong(field: ProfileField, value: string): void {
  const limit = PROFILE_FIELDS[field].maxCodePoints;
  if ([...value].length > limit) throw new ApiError(FieldTooLong, { field, limit });
}
