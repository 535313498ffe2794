import type { Purpose } from '../accounts/signed-tokens.ts';
import type { ErrorCode } from './envelope.ts';
import { nullableString, object, partialObject, type Schema, string } from './json-schema.ts';

/** A message as it is sent, or, where it names a member or a status, the pattern it follows. */
export type DocumentedError = readonly [code: ErrorCode, message: string | RegExp];

export interface OperationDocumentation {
  readonly summary: string;
  /** The purpose of the bearer token, where one is needed. */
  readonly bearer?: Purpose;
  readonly body?: Schema;
  readonly bodyIsRequired?: boolean;
  /** Hashes a password, and so can be refused when too many wait. */
  readonly hashes?: boolean;
  readonly errors: readonly DocumentedError[];
}

const NOT_TEXT: DocumentedError[] = [
  ['invalid_field', /^[a-z_]+ must be a string$/],
  ['invalid_field', /^[a-z_]+ contains characters that are not allowed$/],
];
const NOT_JSON: DocumentedError = ['invalid_json', 'Invalid JSON format'];
const TOO_LARGE: DocumentedError = ['body_too_large', 'Request body must be at most 64 KiB'];
const INVALID_TOKEN: DocumentedError = ['invalid_token', 'Invalid or expired token'];
const NO_USER: DocumentedError = ['user_not_found', 'User not found'];
const SUSPENDED: DocumentedError = ['account_not_active', 'Account is SUSPENDED'];
const GUESSING: DocumentedError = ['too_many_attempts', 'Too many failed attempts. Please try again later.'];
const OVERLOADED: DocumentedError = ['overloaded', 'The service is busy. Please try again in a moment.'];
const PHONE_TAKEN: DocumentedError = ['phone_number_taken', 'Phone number already exists'];
const WEAK_PASSWORD: DocumentedError = ['weak_password', /^Password must be .*$/];
const TOO_LONG: DocumentedError = ['invalid_field', /^[a-z_]+ must be at most \d+ characters$/];

const text = (description: string) => string({ description });
const email = text('Trimmed and lower-cased.');
const refreshToken = object({ refresh_token: text('As it was handed out at login.') });

/** What the operations answer beyond their successes, for docs/openapi.json. Every test's client holds it to the truth. */
export const API_DOCUMENTATION: Readonly<Record<string, OperationDocumentation>> = {
  'POST /api/register': {
    summary: 'Create an account and send the verification e-mail',
    body: object({
      full_name: text('At most 200 characters.'),
      email,
      password: text('8 to 256 characters with an uppercase letter and a digit; never trimmed.'),
      industry: text('At most 100 characters.'),
      phone_number: text('At most 32 characters; one account per number.'),
    }),
    bodyIsRequired: true,
    hashes: true,
    errors: [
      ['missing_field', /^(full_name|industry|phone_number) cannot be empty$/],
      WEAK_PASSWORD,
      ['invalid_email', 'The email address is not valid.'],
      TOO_LONG,
      ['email_taken', 'Email already exists'],
      PHONE_TAKEN,
      ['conflict', 'The account could not be created because it conflicts with another one'],
    ],
  },
  'POST /api/verify': {
    summary: 'Activate the account that an e-mailed link belongs to',
    bearer: 'account_verification',
    errors: [SUSPENDED],
  },
  'POST /api/login': {
    summary: 'Log in; ends the session before, if there was one',
    body: object({ email, password: string() }),
    hashes: true,
    errors: [
      ['missing_field', 'Email and password are required'],
      ['invalid_credentials', 'Invalid credentials'],
      ['account_not_active', /^Account is (INACTIVE|SUSPENDED)$/],
      GUESSING,
    ],
  },
  'POST /api/refresh': {
    summary: 'Get a new access token',
    body: refreshToken,
    errors: [
      ['missing_field', 'Refresh token is required'],
      ['invalid_refresh_token', 'Invalid or expired refresh token'],
      NO_USER,
    ],
  },
  'POST /api/logout': {
    summary: 'End the session',
    body: refreshToken,
    errors: [
      ['missing_field', 'Refresh token is required'],
      ['invalid_refresh_token', 'Invalid refresh token'],
    ],
  },
  'GET /api/me': { summary: 'Read the own profile', bearer: 'auth', errors: [SUSPENDED] },
  'PUT /api/me': {
    summary: 'Change the own profile; members that are left out stay as they are',
    bearer: 'auth',
    body: partialObject({
      industry: string(),
      full_name: string(),
      phone_number: string(),
      profile_image_url: nullableString({
        description: 'An http(s) URL or a relative reference; null or empty clears it.',
      }),
    }),
    bodyIsRequired: true,
    errors: [
      SUSPENDED,
      ['missing_field', /^(industry|full_name|phone_number) cannot be empty$/],
      TOO_LONG,
      ['invalid_field', 'profile_image_url must be an http(s) URL or a relative reference'],
      PHONE_TAKEN,
    ],
  },
  'POST /api/forgot-password': {
    summary: 'Send a link with which a forgotten password can be replaced',
    body: object({ email }),
    errors: [['missing_field', 'Email is required']],
  },
  'POST /api/reset-password': {
    summary: 'Replace a forgotten password; ends the session and every other link',
    bearer: 'password_reset',
    body: object({ new_password: string() }),
    hashes: true,
    errors: [['missing_field', 'New password is required'], WEAK_PASSWORD],
  },
  'POST /api/change-password': {
    summary: 'Replace the password; ends the session',
    bearer: 'auth',
    body: object({ current_password: string(), new_password: string() }),
    hashes: true,
    errors: [
      SUSPENDED,
      ['missing_field', 'Current and new password are required'],
      ['wrong_current_password', 'Current password is incorrect'],
      WEAK_PASSWORD,
      GUESSING,
    ],
  },
  'POST /api/resend-verification': {
    summary: 'Send the verification e-mail again',
    body: object({ email }),
    errors: [['missing_field', 'Email is required']],
  },
};

/** Every error of an operation, with those that it shares with others. */
export function documentedErrors(
  { bearer, body, hashes, errors }: OperationDocumentation,
  failure: string,
): DocumentedError[] {
  const wrongPurpose: ErrorCode = bearer === 'auth' ? 'wrong_access_token_purpose' : 'wrong_token_purpose';
  const ofBearer: DocumentedError[] = [
    ['bearer_token_required', 'Bearer token is required'],
    INVALID_TOKEN,
    [wrongPurpose, 'Invalid token purpose'],
    NO_USER,
  ];
  return [
    ...(bearer ? ofBearer : []),
    ...(body ? [NOT_JSON, ...NOT_TEXT, TOO_LARGE] : []),
    ...errors,
    ...(hashes ? [OVERLOADED] : []),
    ['internal_error', failure],
  ];
}
