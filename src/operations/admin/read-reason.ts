import { ApiError } from '../../http/api-error.ts';
import type { Body } from '../../http/json-body.ts';
import { EmptyField, FieldTooLong } from '../errors.ts';
import { refuseLongField } from '../field-length.ts';
import { string } from '../json-schema.ts';
import { narrowed } from '../operation.ts';

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
