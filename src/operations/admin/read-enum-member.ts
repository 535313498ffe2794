import { ApiError } from '../../http/api-error.ts';
import type { Body } from '../../http/json-body.ts';
import { InvalidMember } from '../errors.ts';

/** A member of the body that must be one of these values. */
export function readEnumMember<Value extends string>(body: Body, field: string, values: readonly Value[]): Value {
  const text = body.text(field);
  const chosen = values.find((value) => value === text);
  if (chosen === undefined) throw new ApiError(InvalidMember, { field, rule: `one of ${values.join(', ')}` });
  return chosen;
}
