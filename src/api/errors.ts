import { CHALLENGE, EXPIRED_TOKEN } from '../core/errors.ts';
import { PICTURE_PROBLEMS } from '../core/profile/pictures/read-picture.ts';
import { error } from '../declare/error.ts';

/** Every error of the operations; http/errors.ts has those of HTTP. The documentation is generated from both. */
export * from '../core/errors.ts';

export const TokenRequired = error('bearer_token_required', 401, 'Bearer token is required', {
  headers: { 'www-authenticate': CHALLENGE },
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
export const DeletionPending = error('deletion_pending', 403, 'The account is going to be deleted. Log in to keep it.');
/** Refuses an administrator who acts as a user. */
export const ActingAsUser = error('acting_as_user', 403, 'Only the owner of the account may do this');
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
/** An unknown query parameter or value; `field` names the parameter. */
export const InvalidParameter = error('invalid_parameter', 400, 'The parameter {field} {rule}', {
  reasons: ['unknown', 'repeated'],
  values: { field: '.*', rule: '.*' },
  example: { field: 'limit', rule: 'must be a number from 1 to 100' },
});
/** A member of the body that an administrative operation does not declare. */
export const UnknownMember = error('unknown_field', 400, 'There is no member {field}', {
  values: { field: '[\\w?-]+' },
  example: { field: 'full_nam' },
});
export const EmailNotFound = error('email_not_found', 404, 'E-mail not found');
export const EmailUnchangeable = error('email_state', 409, 'The e-mail is {state}', {
  values: { state: '(waiting|being sent|sent|superseded|dead)' },
});

/** Refused because of ADMIN_EMAIL_CHANGE=confirmed. */
export const ConfirmationRequired = error(
  'confirmation_required',
  403,
  'A new email address must be confirmed by its owner',
  { field: 'at_once' },
);

export const InvalidPicture = error('invalid_picture', 400, 'image must be {rule}', {
  reasons: PICTURE_PROBLEMS,
  field: 'image',
  values: { rule: '.*' },
  example: { rule: 'a square of 16 to 512 pixels' },
});
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

export const EmailUnchanged = error('email_unchanged', 400, 'This is the email address of the account already', {
  field: 'email',
});

export const InvalidCredentials = error('invalid_credentials', 401, 'Invalid credentials');
export const FactorSetupRequired = error('second_factor_setup_required', 403, 'Please add a second factor first');
export const CredentialRequired = error('missing_field', 400, 'Credential is required', { field: 'credential' });
export const WrongCurrentPassword = error('wrong_current_password', 401, 'Current password is incorrect', {
  field: 'current_password',
});
export const WrongPassword = { ...WrongCurrentPassword, field: 'password' };
export const ExportRunning = error(
  'export_running',
  429,
  'Another export is running. Please try again when it is done.',
  { headers: { 'retry-after': '5' } },
);

/** Unexpected errors: the interface prescribes different messages for some operations. */
export const LogoutFailed = error('internal_error', 500, 'Server error, logout failed');
export const ServerErrorTryLater = error('internal_error', 500, 'Server error. Please try again later.');
