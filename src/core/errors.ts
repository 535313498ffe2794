import { error } from '../declare/error.ts';
import { FACTORS } from '../store/tables/factors.ts';

/** The errors of `accounts`: a Refusal can have any of these codes. */

export const CHALLENGE = 'Bearer realm="latchkey"';
export const EXPIRED_TOKEN = `${CHALLENGE}, error="invalid_token", error_description="The token is invalid or expired"`;

/** The kind of guesses that exceeded a limit. */
export const GUESS_LIMITS = ['wrong_passwords', 'wrong_codes'] as const;

/** Why a password is refused. */
export const PASSWORD_REASONS = [
  'too_short',
  'no_uppercase',
  'no_digit',
  'too_long',
  'too_common',
  'breached',
] as const;

export const InvalidToken = error('invalid_token', 401, 'Invalid or expired token', {
  reasons: ['expired', 'used', 'session_ended', 'password_replaced', 'acting_ended'],
  headers: { 'www-authenticate': EXPIRED_TOKEN },
});
export const SessionNotFound = error('session_not_found', 404, 'Session not found');
export const AccountNotActive = error('account_not_active', 403, 'Account is {status}', {
  values: { status: '(INACTIVE|SUSPENDED)' },
  carries: ['x-account-status'],
});
export const AccountSuspended = error('account_not_active', 403, 'Account is SUSPENDED', {
  headers: { 'x-account-status': 'SUSPENDED' },
});
export const LastAdministrator = error('last_administrator', 409, 'The last administrator cannot be deleted');
export const LastAdministratorKept = error('last_administrator', 409, 'The last administrator must stay one');
export const TooManyEmails = error(
  'too_many_emails',
  429,
  'Too many of these e-mails were sent to this address. Please try again later.',
  { carries: ['retry-after'] },
);
/** A member of the body is invalid. */
export const InvalidMember = error('invalid_field', 400, '{field} must be {rule}', {
  reason: 'not_allowed',
  values: { field: '[a-z_]+', rule: '.*' },
  example: { rule: 'one of those that are documented' },
});
/** The link is unknown, expired or used. A single error, so that trying links reveals nothing. */
export const InvalidAdminLink = error(
  'invalid_admin_link',
  400,
  'This link no longer works. Please request a new one.',
  { field: 'token' },
);
export const AdminLinkOfAnother = error('admin_link_of_another', 403, 'This link is for another account');
export const InvitationNotFound = error('invitation_not_found', 404, 'Invitation not found');
export const NoteNotFound = error('note_not_found', 404, 'Note not found');
export const TooManyNotes = error(
  'too_many_notes',
  409,
  'There are too many notes about this account. Please remove one first.',
);
export const EmptyField = error('missing_field', 400, '{field} cannot be empty', { values: { field: '[a-z_]+' } });
export const FieldTooLong = error('invalid_field', 400, '{field} must be at most {limit} characters', {
  reason: 'too_long',
  values: { field: '[a-z_]+', limit: '\\d+' },
  example: { limit: '200' },
});
export const InvalidImageUrl = error(
  'invalid_field',
  400,
  'profile_image_url must be an http(s) URL or a relative reference',
  { reason: 'not_a_url', field: 'profile_image_url' },
);
export const WeakPassword = error('weak_password', 400, 'Password must be {rule}', {
  reasons: PASSWORD_REASONS,
  values: { field: '[a-z_]+', rule: '.*' },
  example: { rule: 'at least 8 characters long and contain at least one uppercase letter and one digit' },
});
export const InvalidEmail = error('invalid_email', 400, 'The email address is not valid.', { field: 'email' });
export const EmailTaken = error('email_taken', 409, 'Email already exists', { field: 'email' });
/** The address was taken while the link to confirm it was in transit. */
export const NewEmailTaken = error('email_taken', 409, 'Email already exists');
export const EmailDomainRefused = error(
  'email_domain_refused',
  403,
  'No account can be created with an address of this domain',
  { field: 'email' },
);
export const RegistrationClosed = error('registration_closed', 403, 'Registration is closed');
export const TermsNotAccepted = error('terms_not_accepted', 403, 'Please accept the terms of service', {
  field: 'accept_terms',
});
export const EmailAlreadyChanged = error('email_already_changed', 409, 'The email address has been changed already');
export const PhoneNumberTaken = error('phone_number_taken', 409, 'Phone number already exists', {
  field: 'phone_number',
});
export const Conflict = error(
  'conflict',
  400,
  'The account could not be created because it conflicts with another one',
);
export const SecondFactorRequired = error('second_factor_required', 401, 'Second factor required', {
  field: 'code',
  headers: { 'x-second-factors': FACTORS.map(({ name }) => name).join(', ') },
});
export const InvalidCode = error('invalid_code', 401, 'Invalid code', { field: 'code' });
export const NoSecondFactor = error('no_second_factor', 409, 'The account has no second factor');
export const LastWayIn = error('last_way_in', 409, 'Nothing else would let you in. Please choose a password first.');
export const InvalidRefreshToken = error('invalid_refresh_token', 401, 'Invalid refresh token');
export const InvalidOrExpiredRefreshToken = error('invalid_refresh_token', 401, 'Invalid or expired refresh token');
export const TooManyAttempts = error('too_many_attempts', 429, 'Too many failed attempts. Please try again later.', {
  reasons: GUESS_LIMITS,
  carries: ['retry-after', 'ratelimit', 'ratelimit-policy'],
});
export const Overloaded = error('overloaded', 503, 'The service is busy. Please try again in a moment.', {
  carries: ['retry-after'],
});
