import { ApiError } from '../../http/api-error.ts';
import type { ApiRequest } from '../../http/api-request.ts';
import type { Body } from '../../http/json-body.ts';
import { UnknownMember } from '../errors.ts';
import type { Schema } from '../json-schema.ts';

/** Reads a body with the members that its schema names, and refuses others: a misspelled one would change nothing. */
export async function readBody(request: ApiRequest, schema: Schema, isRequired: boolean): Promise<Body> {
  const body = await (isRequired ? request.requiredBody() : request.body());
  const other = body.memberBesides(Object.keys((schema.properties as object | undefined) ?? {}));
  if (other === undefined) return body;
  throw new ApiError(UnknownMember, { field: other.slice(0, 40).replaceAll(/[^\w-]/g, '?') || '?' });
}
