import { CANNOT_ACT_REASONS } from '../accounts/act-as-user.ts';
import { PASSWORD_REASONS } from '../accounts/password-rule.ts';
import { PICTURE_PROBLEMS } from '../accounts/pictures/read-picture.ts';
import { GUESS_LIMITS } from '../accounts/refusal.ts';
import type { ErrorDeclaration } from '../http/api-error.ts';

/** Every error of the operations; those of HTTP are in http/errors.ts. The documentation is generated from it. */

const CHALLENGE = 'Bearer realm="latchkey"';
const EXPIRED_TOKEN = `${CHALLENGE}, error="invalid_token", error_description="The token is invalid or expired"`;

const error = <const D extends ErrorDeclaration>(declaration: D): D => declaration;

export const TokenRequired = error({
  code: 'bearer_token_required',
  status: 401,
  message: 'Bearer token is required',
  headers: { 'www-authenticate': CHALLENGE },
});
export const InvalidToken = error({
  code: 'invalid_token',
  status: 401,
  message: 'Invalid or expired token',
  reasons: ['expired', 'used', 'session_ended', 'password_replaced', 'acting_ended'],
  headers: { 'www-authenticate': EXPIRED_TOKEN },
});
/** A token of another purpose is answered with 401 where an access token is expected, else with 400. */
export const WrongAccessTokenPurpose = error({
  code: 'wrong_access_token_purpose',
  status: 401,
  message: 'Invalid token purpose',
  headers: { 'www-authenticate': EXPIRED_TOKEN },
});
/** The challenge of RFC 9470. `max_age` is FRESH_LOGIN in seconds; here the default, for the documentation. */
export const recentLoginChallenge = (maxAgeSeconds: number): string =>
  `${CHALLENGE}, error="insufficient_user_authentication", error_description="A more recent authentication is ` +
  `required", max_age="${maxAgeSeconds}"`;
export const RecentLoginRequired = error({
  code: 'fresh_login_required',
  status: 401,
  message: 'Please confirm that it is you',
  headers: { 'www-authenticate': recentLoginChallenge(600) },
});
export const WrongTokenPurpose = error({ code: 'wrong_token_purpose', status: 400, message: 'Invalid token purpose' });
export const UserNotFound = error({ code: 'user_not_found', status: 404, message: 'User not found' });
export const SessionNotFound = error({ code: 'session_not_found', status: 404, message: 'Session not found' });
export const InteractionNotFound = error({
  code: 'interaction_not_found',
  status: 404,
  message: 'The login has expired, or was begun in another browser',
});
export const AppNotFound = error({ code: 'app_not_found', status: 404, message: 'App not found' });
export const DecisionRequired = error({
  code: 'missing_field',
  status: 400,
  message: 'decision must be allow or deny',
  field: 'decision',
});
export const AccountNotActive = error({
  code: 'account_not_active',
  status: 403,
  message: 'Account is {status}',
  values: { status: '(INACTIVE|SUSPENDED)' },
  carries: ['x-account-status'],
});
export const AccountSuspended = error({
  code: 'account_not_active',
  status: 403,
  message: 'Account is SUSPENDED',
  headers: { 'x-account-status': 'SUSPENDED' },
});

export const DeletionPending = error({
  code: 'deletion_pending',
  status: 403,
  message: 'The account is going to be deleted. Log in to keep it.',
});
/** To an administrator who acts as a user. */
export const ActingAsUser = error({
  code: 'acting_as_user',
  status: 403,
  message: 'Only the owner of the account may do this',
});
export const CannotActAs = error({
  code: 'cannot_act_as',
  status: 409,
  message: 'Nobody can act as this user',
  reasons: CANNOT_ACT_REASONS,
});
export const LastAdministrator = error({
  code: 'last_administrator',
  status: 409,
  message: 'The last administrator cannot be deleted',
});
export const AlreadyVerified = error({
  code: 'already_verified',
  status: 409,
  message: 'Account already verified',
});

export const AdminRequired = error({
  code: 'admin_required',
  status: 403,
  message: 'Only administrators may do this',
});
/** Also where the key was made for other networks: a thief learns nothing from the answer. */
export const InvalidApiKey = error({
  code: 'invalid_api_key',
  status: 401,
  message: 'Invalid or expired API key',
  headers: { 'www-authenticate': EXPIRED_TOKEN },
});
export const InsufficientScope = error({
  code: 'insufficient_scope',
  status: 403,
  message: 'The API key does not have the scope {scope}',
  values: { scope: '[a-z:]+' },
  example: { scope: 'users:write' },
});
export const ApiKeyNotAllowed = error({
  code: 'api_key_not_allowed',
  status: 403,
  message: 'This is for administrators who are logged in, not for API keys',
});
export const AdministratorProtected = error({
  code: 'administrator_protected',
  status: 403,
  message: 'An API key cannot change the account of an administrator',
});
export const LastAdministratorKept = error({
  code: 'last_administrator',
  status: 409,
  message: 'The last administrator must stay one',
});
export const StatusUnchanged = error({
  code: 'status_unchanged',
  status: 409,
  message: 'Account is {status}',
  values: { status: '(INACTIVE|ACTIVE|SUSPENDED)' },
});
/** The account would have to have another status for this. */
export const WrongStatus = error({
  code: 'wrong_account_status',
  status: 409,
  message: 'Account is {status}',
  values: { status: '(INACTIVE|ACTIVE|SUSPENDED)' },
});
export const RoleUnchanged = error({
  code: 'role_unchanged',
  status: 409,
  message: 'The role is {role} already',
  values: { role: '(USER|ADMIN)' },
});
/** Whoever would overwrite it has said since when it must not have been changed. */
export const AccountChanged = error({
  code: 'account_changed',
  status: 409,
  message: 'The account has been changed since',
});
export const TooManyEmails = error({
  code: 'too_many_emails',
  status: 429,
  message: 'Too many of these e-mails have gone to this address. Please try again later.',
  carries: ['retry-after'],
});
/** A parameter of the query string that is unknown, or whose value is; `field` names it. */
export const InvalidParameter = error({
  code: 'invalid_parameter',
  status: 400,
  message: 'The parameter {field} {rule}',
  reasons: ['unknown', 'repeated'],
  values: { field: '.*', rule: '.*' },
  example: { field: 'limit', rule: 'must be a number from 1 to 100' },
});
/** A member of the body that is not what it should be. */
export const InvalidMember = error({
  code: 'invalid_field',
  status: 400,
  message: '{field} must be {rule}',
  reason: 'not_allowed',
  values: { field: '[a-z_]+', rule: '.*' },
  example: { rule: 'one of those that are documented' },
});
export const ApiKeyNotFound = error({ code: 'api_key_not_found', status: 404, message: 'API key not found' });
/** A member of a body that an operation of the administration does not know. */
export const UnknownMember = error({
  code: 'unknown_field',
  status: 400,
  message: 'There is no member {field}',
  values: { field: '[\\w?-]+' },
  example: { field: 'full_nam' },
});
export const ClientNotFound = error({ code: 'client_not_found', status: 404, message: 'Client not found' });
/** A public client has no secret to replace. */
export const ClientWithoutSecret = error({
  code: 'client_without_secret',
  status: 409,
  message: 'A public client has no secret',
});
export const TooManyClients = error({
  code: 'too_many_clients',
  status: 409,
  message: 'There are too many clients. Please remove one first.',
});
export const EmailNotFound = error({ code: 'email_not_found', status: 404, message: 'E-mail not found' });
export const EmailUnchangeable = error({
  code: 'email_state',
  status: 409,
  message: 'The e-mail is {state}',
  values: { state: '(waiting|being sent|sent|superseded|dead)' },
});
/** It is unknown, has expired or was used before: whoever tries links learns no more. */
export const InvalidAdminLink = error({
  code: 'invalid_admin_link',
  status: 400,
  message: 'This link does not work any more. Please have a new one made.',
  field: 'token',
});
export const AdminLinkOfAnother = error({
  code: 'admin_link_of_another',
  status: 403,
  message: 'This link is for another account',
});
export const TooManyApiKeys = error({
  code: 'too_many_api_keys',
  status: 409,
  message: 'There are too many API keys. Please remove one first.',
});

export const NoteNotFound = error({ code: 'note_not_found', status: 404, message: 'Note not found' });
export const TooManyNotes = error({
  code: 'too_many_notes',
  status: 409,
  message: 'There are too many notes about this account. Please remove one first.',
});
/** ADMIN_EMAIL_CHANGE=confirmed. */
export const ConfirmationRequired = error({
  code: 'confirmation_required',
  status: 403,
  message: 'Here, a new email address has to be confirmed by its owner',
  field: 'at_once',
});

export const EmptyField = error({
  code: 'missing_field',
  status: 400,
  message: '{field} cannot be empty',
  values: { field: '[a-z_]+' },
});
export const FieldTooLong = error({
  code: 'invalid_field',
  status: 400,
  message: '{field} must be at most {limit} characters',
  reason: 'too_long',
  values: { field: '[a-z_]+', limit: '\\d+' },
  example: { limit: '200' },
});
export const InvalidImageUrl = error({
  code: 'invalid_field',
  status: 400,
  message: 'profile_image_url must be an http(s) URL or a relative reference',
  reason: 'not_a_url',
  field: 'profile_image_url',
});
export const InvalidPicture = error({
  code: 'invalid_picture',
  status: 400,
  message: 'image must be {rule}',
  reasons: PICTURE_PROBLEMS,
  field: 'image',
  values: { rule: '.*' },
  example: { rule: 'a square of 16 to 512 pixels' },
});
export const WeakPassword = error({
  code: 'weak_password',
  status: 400,
  message: 'Password must be {rule}',
  reasons: PASSWORD_REASONS,
  values: { field: '[a-z_]+', rule: '.*' },
  example: { rule: 'at least 8 characters long and contain at least one uppercase letter and one digit' },
});
export const InvalidEmail = error({
  code: 'invalid_email',
  status: 400,
  message: 'The email address is not valid.',
  field: 'email',
});
export const EmailRequired = error({
  code: 'missing_field',
  status: 400,
  message: 'Email is required',
  field: 'email',
});
export const EmailAndPasswordRequired = error({
  code: 'missing_field',
  status: 400,
  message: 'Email and password are required',
  values: { field: '[a-z_]+' },
});
export const PasswordRequired = error({
  code: 'missing_field',
  status: 400,
  message: 'Password is required',
  field: 'password',
});
export const RefreshTokenRequired = error({
  code: 'missing_field',
  status: 400,
  message: 'Refresh token is required',
  field: 'refresh_token',
});
export const NewPasswordRequired = error({
  code: 'missing_field',
  status: 400,
  message: 'New password is required',
  field: 'new_password',
});
export const BothPasswordsRequired = error({
  code: 'missing_field',
  status: 400,
  message: 'Current and new password are required',
  values: { field: '[a-z_]+' },
});

export const EmailTaken = error({ code: 'email_taken', status: 409, message: 'Email already exists', field: 'email' });
/** Where the address is not a member of the request: it was taken while the link was on its way. */
export const NewEmailTaken = error({ code: 'email_taken', status: 409, message: 'Email already exists' });
export const EmailUnchanged = error({
  code: 'email_unchanged',
  status: 400,
  message: 'This is the email address of the account already',
  field: 'email',
});
export const EmailAlreadyChanged = error({
  code: 'email_already_changed',
  status: 409,
  message: 'The email address has been changed already',
});
export const PhoneNumberTaken = error({
  code: 'phone_number_taken',
  status: 409,
  message: 'Phone number already exists',
  field: 'phone_number',
});
export const Conflict = error({
  code: 'conflict',
  status: 400,
  message: 'The account could not be created because it conflicts with another one',
});

export const InvalidCredentials = error({
  code: 'invalid_credentials',
  status: 401,
  message: 'Invalid credentials',
});
export const SecondFactorRequired = error({
  code: 'second_factor_required',
  status: 401,
  message: 'Second factor required',
  field: 'code',
  headers: { 'x-second-factors': 'totp, recovery_code, passkey' },
});
export const InvalidCode = error({ code: 'invalid_code', status: 401, message: 'Invalid code', field: 'code' });
export const FactorSetupRequired = error({
  code: 'second_factor_setup_required',
  status: 403,
  message: 'Please add a second factor first',
});
export const CodeRequired = error({ code: 'missing_field', status: 400, message: 'Code is required', field: 'code' });
export const NoPendingTotp = error({
  code: 'no_pending_totp',
  status: 409,
  message: 'There is no authenticator app to confirm. Please start again.',
});
export const NoSecondFactor = error({
  code: 'no_second_factor',
  status: 409,
  message: 'The account has no second factor',
});
export const CredentialRequired = error({
  code: 'missing_field',
  status: 400,
  message: 'Credential is required',
  field: 'credential',
});
/** Whatever is wrong with it: the log says what. */
export const InvalidPasskey = error({ code: 'invalid_passkey', status: 401, message: 'Invalid passkey' });
/** Nobody has this credential: a page may tell the password manager to forget it (`signalUnknownCredential`). */
export const UnknownPasskey = error({ code: 'unknown_passkey', status: 401, message: 'Invalid passkey' });
export const PasskeyNotFound = error({ code: 'passkey_not_found', status: 404, message: 'Passkey not found' });
export const PasskeyTaken = error({
  code: 'passkey_taken',
  status: 409,
  message: 'This passkey has been added already',
});
export const PasskeyRefused = error({
  code: 'passkey_refused',
  status: 409,
  message: 'The passkey could not be added. Please start again, or remove one that you do not need.',
});
export const WrongCurrentPassword = error({
  code: 'wrong_current_password',
  status: 401,
  message: 'Current password is incorrect',
  field: 'current_password',
});
export const WrongPassword = error({ ...WrongCurrentPassword, field: 'password' });
export const InvalidRefreshToken = error({
  code: 'invalid_refresh_token',
  status: 401,
  message: 'Invalid refresh token',
});
export const InvalidOrExpiredRefreshToken = error({
  code: 'invalid_refresh_token',
  status: 401,
  message: 'Invalid or expired refresh token',
});
export const TooManyAttempts = error({
  code: 'too_many_attempts',
  status: 429,
  message: 'Too many failed attempts. Please try again later.',
  reasons: GUESS_LIMITS,
  carries: ['retry-after', 'ratelimit', 'ratelimit-policy'],
});
export const ExportRunning = error({
  code: 'export_running',
  status: 429,
  message: 'Another export is running. Please try again when it is done.',
  headers: { 'retry-after': '5' },
});
export const Overloaded = error({
  code: 'overloaded',
  status: 503,
  message: 'The service is busy. Please try again in a moment.',
  carries: ['retry-after'],
});

/** Unexpected errors: some operations have a message of their own in the interface. */
export const LogoutFailed = error({ code: 'internal_error', status: 500, message: 'Server error, logout failed' });
export const ServerErrorTryLater = error({
  code: 'internal_error',
  status: 500,
  message: 'Server error. Please try again later.',
});
