import { refuseLongField } from '../api/body-members.ts';
import { EmptyField, FieldTooLong, InvalidMember, UnknownMember } from '../api/errors.ts';
import { type Schema, string } from '../api/json-schema.ts';
import { narrowed } from '../api/operation.ts';
import { ApiError } from '../http/api-error.ts';
import type { ApiRequest } from '../http/api-request.ts';
import type { Body } from '../http/json-body.ts';

/** Reads a body with the members of its schema, and refuses others. */
export async function readBody(request: ApiRequest, schema: Schema, isRequired: boolean): Promise<Body> {
  const body = await (isRequired ? request.requiredBody() : request.body());
  refuseUnknownMembers(body, Object.keys((schema.properties as object | undefined) ?? {}));
  return body;
}

/** Refuses unknown members: a misspelled one would silently have no effect. */
export function refuseUnknownMembers(body: Body, known: readonly string[]): void {
  const other = body.memberBesides(known);
  if (other === undefined) return;
  throw new ApiError(UnknownMember, { field: other.slice(0, 40).replaceAll(/[^\w-]/g, '?') || '?' });
}

/** Reads a member that must be one of these values. */
export function readEnumMember<Value extends string>(body: Body, field: string, values: readonly Value[]): Value {
  const text = body.text(field);
  const chosen = values.find((value) => value === text);
  if (chosen === undefined) throw new ApiError(InvalidMember, { field, rule: `one of ${values.join(', ')}` });
  return chosen;
}

/** Reads a boolean member; `otherwise` is the default. */
export function readFlagMember(body: Body, field: string, otherwise: boolean): boolean {
  const text = body.text(field) || String(otherwise);
  if (text !== 'true' && text !== 'false') throw new ApiError(InvalidMember, { field, rule: 'true or false' });
  return text === 'true';
}

const MAX_LENGTH = 500;

/** An administrator's reason for an action, which the audit trail keeps. */
export const reasonMember = string({
  minLength: 1,
  maxLength: MAX_LENGTH,
  description: 'The reason, recorded in the audit trail and visible to the owner of the account.',
  examples: ['Ticket 4711: the owner cannot log in to the old mailbox'],
});

export const REASON_ERRORS = [
  narrowed(EmptyField, { field: 'reason' }),
  narrowed(FieldTooLong, { field: 'reason', limit: String(MAX_LENGTH) }),
];

export function readReason(body: Body): string {
  const reason = body.text('reason');
  if (reason === '') throw new ApiError(EmptyField, { field: 'reason' });
  refuseLongField('reason', reason, MAX_LENGTH);
  return reason;
}
