import { MAX_CODE_POINTS, type ProfileField } from '../accounts/text-rule.ts';
import { ApiError } from '../http/api-error.ts';
import { FieldTooLong } from './errors.ts';

export function refuseTooLong(field: ProfileField, value: string): void {
  const limit = MAX_CODE_POINTS[field];
  if ([...value].length > limit) throw new ApiError(FieldTooLong, { field, limit });
}
