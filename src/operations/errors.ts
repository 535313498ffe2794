import { CANNOT_ACT_REASONS } from '../accounts/administration/act-as-user.ts';
import { PICTURE_PROBLEMS } from '../accounts/profile/pictures/read-picture.ts';
import { GUESS_LIMITS, IDENTITY_REASONS, MISCONFIGURED, PASSWORD_REASONS } from '../accounts/refusal.ts';
import { error } from '../http/api-error.ts';

/** Every error of the operations; http/errors.ts has those of HTTP. The documentation is generated from both. */

const CHALLENGE = 'Bearer realm="latchkey"';
const EXPIRED_TOKEN = `${CHALLENGE}, error="invalid_token", error_description="The token is invalid or expired"`;

export const TokenRequired = error('bearer_token_required', 401, 'Bearer token is required', {
  headers: { 'www-authenticate': CHALLENGE },
});
export const InvalidToken = error('invalid_token', 401, 'Invalid or expired token', {
  reasons: ['expired', 'used', 'session_ended', 'password_replaced', 'acting_ended'],
  headers: { 'www-authenticate': EXPIRED_TOKEN },
});
/** A token of another purpose yields 401 instead of an access token, and 400 elsewhere. */
export const WrongAccessTokenPurpose = error('wrong_access_token_purpose', 401, 'Invalid token purpose', {
  headers: { 'www-authenticate': EXPIRED_TOKEN },
});
/** The challenge of RFC 9470. `max_age` is FRESH_LOGIN in seconds; the documentation shows the default. */
export const recentLoginChallenge = (maxAgeSeconds: number): string =>
  `${CHALLENGE}, error="insufficient_user_authentication", error_description="A more recent authentication is ` +
  `required", max_age="${maxAgeSeconds}"`;
export const RecentLoginRequired = error('fresh_login_required', 401, 'Please confirm that it is you', {
  headers: { 'www-authenticate': recentLoginChallenge(600) },
});
export const WrongTokenPurpose = error('wrong_token_purpose', 400, 'Invalid token purpose');
export const UserNotFound = error('user_not_found', 404, 'User not found');
export const SessionNotFound = error('session_not_found', 404, 'Session not found');
export const InteractionNotFound = error(
  'interaction_not_found',
  404,
  'The login has expired, or was started in another browser',
);
export const AppNotFound = error('app_not_found', 404, 'App not found');
export const DecisionRequired = error('missing_field', 400, 'decision must be allow or deny', { field: 'decision' });
export const AccountNotActive = error('account_not_active', 403, 'Account is {status}', {
  values: { status: '(INACTIVE|SUSPENDED)' },
  carries: ['x-account-status'],
});
export const AccountSuspended = error('account_not_active', 403, 'Account is SUSPENDED', {
  headers: { 'x-account-status': 'SUSPENDED' },
});

export const DeletionPending = error('deletion_pending', 403, 'The account is going to be deleted. Log in to keep it.');
/** Refuses an administrator who acts as a user. */
export const ActingAsUser = error('acting_as_user', 403, 'Only the owner of the account may do this');
export const CannotActAs = error('cannot_act_as', 409, 'Nobody can act as this user', { reasons: CANNOT_ACT_REASONS });
export const LastAdministrator = error('last_administrator', 409, 'The last administrator cannot be deleted');
export const AlreadyVerified = error('already_verified', 409, 'Account already verified');

export const AdminRequired = error('admin_required', 403, 'Only administrators may do this');
/** Also the error for a key used from other networks, so that a thief learns nothing. */
export const InvalidApiKey = error('invalid_api_key', 401, 'Invalid or expired API key', {
  headers: { 'www-authenticate': EXPIRED_TOKEN },
});
export const InsufficientScope = error('insufficient_scope', 403, 'The API key does not have the scope {scope}', {
  values: { scope: '[a-z:]+' },
  example: { scope: 'users:write' },
});
export const ApiKeyNotAllowed = error(
  'api_key_not_allowed',
  403,
  'Only logged-in administrators can do this, not API keys',
);
export const AdministratorProtected = error(
  'administrator_protected',
  403,
  'An API key cannot change the account of an administrator',
);
export const LastAdministratorKept = error('last_administrator', 409, 'The last administrator must stay one');
export const StatusUnchanged = error('status_unchanged', 409, 'Account is {status}', {
  values: { status: '(INACTIVE|ACTIVE|SUSPENDED)' },
});
/** The operation requires another account status. */
export const WrongStatus = error('wrong_account_status', 409, 'Account is {status}', {
  values: { status: '(INACTIVE|ACTIVE|SUSPENDED)' },
});
export const RoleUnchanged = error('role_unchanged', 409, 'The role is {role} already', {
  values: { role: '(USER|ADMIN)' },
});
/** The account has changed since the request's `unchanged_since`. */
export const AccountChanged = error('account_changed', 409, 'The account has been changed since');
export const TooManyEmails = error(
  'too_many_emails',
  429,
  'Too many of these e-mails were sent to this address. Please try again later.',
  { carries: ['retry-after'] },
);
/** An unknown query parameter or value; `field` names the parameter. */
export const InvalidParameter = error('invalid_parameter', 400, 'The parameter {field} {rule}', {
  reasons: ['unknown', 'repeated'],
  values: { field: '.*', rule: '.*' },
  example: { field: 'limit', rule: 'must be a number from 1 to 100' },
});
/** An invalid member of the body. */
export const InvalidMember = error('invalid_field', 400, '{field} must be {rule}', {
  reason: 'not_allowed',
  values: { field: '[a-z_]+', rule: '.*' },
  example: { rule: 'one of those that are documented' },
});
export const ApiKeyNotFound = error('api_key_not_found', 404, 'API key not found');
/** A member of the body that an administrative operation does not declare. */
export const UnknownMember = error('unknown_field', 400, 'There is no member {field}', {
  values: { field: '[\\w?-]+' },
  example: { field: 'full_nam' },
});
export const ClientNotFound = error('client_not_found', 404, 'Client not found');
export const ClientWithoutSecret = error('client_without_secret', 409, 'A public client has no secret');
export const TooManyClients = error('too_many_clients', 409, 'There are too many clients. Please remove one first.');
export const EmailNotFound = error('email_not_found', 404, 'E-mail not found');
export const EmailUnchangeable = error('email_state', 409, 'The e-mail is {state}', {
  values: { state: '(waiting|being sent|sent|superseded|dead)' },
});
/** The link is unknown, expired or used. A single error, so that trying links reveals nothing. */
export const InvalidAdminLink = error(
  'invalid_admin_link',
  400,
  'This link no longer works. Please request a new one.',
  { field: 'token' },
);
export const AdminLinkOfAnother = error('admin_link_of_another', 403, 'This link is for another account');
export const TooManyApiKeys = error('too_many_api_keys', 409, 'There are too many API keys. Please remove one first.');

export const InvitationNotFound = error('invitation_not_found', 404, 'Invitation not found');
export const NoteNotFound = error('note_not_found', 404, 'Note not found');
export const TooManyNotes = error(
  'too_many_notes',
  409,
  'There are too many notes about this account. Please remove one first.',
);
/** ADMIN_EMAIL_CHANGE=confirmed. */
export const ConfirmationRequired = error(
  'confirmation_required',
  403,
  'A new email address must be confirmed by its owner',
  { field: 'at_once' },
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
export const InvalidPicture = error('invalid_picture', 400, 'image must be {rule}', {
  reasons: PICTURE_PROBLEMS,
  field: 'image',
  values: { rule: '.*' },
  example: { rule: 'a square of 16 to 512 pixels' },
});
export const WeakPassword = error('weak_password', 400, 'Password must be {rule}', {
  reasons: PASSWORD_REASONS,
  values: { field: '[a-z_]+', rule: '.*' },
  example: { rule: 'at least 8 characters long and contain at least one uppercase letter and one digit' },
});
export const InvalidEmail = error('invalid_email', 400, 'The email address is not valid.', { field: 'email' });
export const EmailRequired = error('missing_field', 400, 'Email is required', { field: 'email' });
export const EmailAndPasswordRequired = error('missing_field', 400, 'Email and password are required', {
  values: { field: '[a-z_]+' },
});
export const PasswordRequired = error('missing_field', 400, 'Password is required', { field: 'password' });
export const RefreshTokenRequired = error('missing_field', 400, 'Refresh token is required', {
  field: 'refresh_token',
});
export const NewPasswordRequired = error('missing_field', 400, 'New password is required', { field: 'new_password' });
export const BothPasswordsRequired = error('missing_field', 400, 'Current and new password are required', {
  values: { field: '[a-z_]+' },
});

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
export const EmailUnchanged = error('email_unchanged', 400, 'This is the email address of the account already', {
  field: 'email',
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

export const InvalidCredentials = error('invalid_credentials', 401, 'Invalid credentials');
export const SecondFactorRequired = error('second_factor_required', 401, 'Second factor required', {
  field: 'code',
  headers: { 'x-second-factors': 'totp, recovery_code, passkey' },
});
export const InvalidCode = error('invalid_code', 401, 'Invalid code', { field: 'code' });
/** A code from an e-mail. A single error for every fault, so that nobody learns whether the account exists. */
export const InvalidLoginCode = error('invalid_login_code', 401, 'Invalid or expired code', { field: 'code' });
export const FactorSetupRequired = error('second_factor_setup_required', 403, 'Please add a second factor first');
export const CodeRequired = error('missing_field', 400, 'Code is required', { field: 'code' });
export const NoPendingTotp = error(
  'no_pending_totp',
  409,
  'There is no authenticator app to confirm. Please start again.',
);
export const NoSecondFactor = error('no_second_factor', 409, 'The account has no second factor');
export const CredentialRequired = error('missing_field', 400, 'Credential is required', { field: 'credential' });
/** A single error for every fault; the log has the cause. */
export const InvalidPasskey = error('invalid_passkey', 401, 'Invalid passkey');
/** Nobody has this credential. A page may tell the password manager to remove it (`signalUnknownCredential`). */
export const UnknownPasskey = error('unknown_passkey', 401, 'Invalid passkey');
export const PasskeyNotFound = error('passkey_not_found', 404, 'Passkey not found');
export const PasskeyTaken = error('passkey_taken', 409, 'This passkey has been added already');
export const PasskeyRefused = error(
  'passkey_refused',
  409,
  'The passkey could not be added. Please start again, or remove one that you do not need.',
);
/** A single error for every fault; the log has the cause. */
export const InvalidIdentity = error('invalid_identity', 401, 'The login could not be confirmed. Please start again.', {
  reasons: IDENTITY_REASONS,
});
const NOT_SET_UP = 'Provider misconfigured';
/** Precedes InvalidIdentity and ProviderUnavailable: another try cannot help. */
export const LoginMisconfigured = error('invalid_identity', 401, NOT_SET_UP, { reason: MISCONFIGURED });
export const ProviderMisconfigured = error('provider_unavailable', 503, NOT_SET_UP, { reason: MISCONFIGURED });
export const ProviderNotFound = error('provider_not_found', 404, 'Provider not found');
export const ProviderUnavailable = error(
  'provider_unavailable',
  503,
  'The provider does not answer. Please try again.',
);
/** The provider confirmed a person who has no account here. */
export const AccountRequired = error('account_required', 409, 'There is no account for this login yet');
export const LinkRequired = error(
  'link_required',
  409,
  'An account has this address. Log in to it, then link this login.',
);
export const IdentityTaken = error('identity_taken', 409, 'This login belongs to an account already');
export const ProviderLinked = error('provider_linked', 409, 'The account has a login with this provider already');
export const IdentityNotFound = error('identity_not_found', 404, 'Login not found');
export const LastWayIn = error('last_way_in', 409, 'Nothing else would let you in. Please choose a password first.');
export const WrongCurrentPassword = error('wrong_current_password', 401, 'Current password is incorrect', {
  field: 'current_password',
});
export const WrongPassword = { ...WrongCurrentPassword, field: 'password' };
export const InvalidRefreshToken = error('invalid_refresh_token', 401, 'Invalid refresh token');
export const InvalidOrExpiredRefreshToken = error('invalid_refresh_token', 401, 'Invalid or expired refresh token');
export const TooManyAttempts = error('too_many_attempts', 429, 'Too many failed attempts. Please try again later.', {
  reasons: GUESS_LIMITS,
  carries: ['retry-after', 'ratelimit', 'ratelimit-policy'],
});
export const ExportRunning = error(
  'export_running',
  429,
  'Another export is running. Please try again when it is done.',
  { headers: { 'retry-after': '5' } },
);
export const Overloaded = error('overloaded', 503, 'The service is busy. Please try again in a moment.', {
  carries: ['retry-after'],
});

/** Unexpected errors: the interface prescribes different messages for some operations. */
export const LogoutFailed = error('internal_error', 500, 'Server error, logout failed');
export const ServerErrorTryLater = error('internal_error', 500, 'Server error. Please try again later.');
