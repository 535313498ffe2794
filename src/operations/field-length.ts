import { ApiError } from '../http/api-error.ts';
import { FieldTooLong } from './errors.ts';

/** Lengths are counted in Unicode code points, so one emoji is not two characters. */
export function refuseLongField(field: string, value: string, limit: number): void {
  if ([...value].length > limit) throw new ApiError(FieldTooLong, { field, limit });
}
