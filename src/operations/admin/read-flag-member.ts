import { ApiError } from '../../http/api-error.ts';
import type { Body } from '../../http/json-body.ts';
import { InvalidMember } from '../errors.ts';

/** A member of the body that is true or false; `otherwise` where it is left out. */
export function readFlagMember(body: Body, field: string, otherwise: boolean): boolean {
  const text = body.text(field) || String(otherwise);
  if (text !== 'true' && text !== 'false') throw new ApiError(InvalidMember, { field, rule: 'true or false' });
  return text === 'true';
}
