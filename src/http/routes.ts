import { changePassword } from '../operations/change-password.ts';
import { forgotPassword } from '../operations/forgot-password.ts';
import { getMe } from '../operations/get-me.ts';
import { login } from '../operations/login.ts';
import { logout } from '../operations/logout.ts';
import { refresh } from '../operations/refresh.ts';
import { register } from '../operations/register.ts';
import { resendVerification } from '../operations/resend-verification.ts';
import { resetPassword } from '../operations/reset-password.ts';
import { updateMe } from '../operations/update-me.ts';
import { verify } from '../operations/verify.ts';
import type { Operation } from './api-request.ts';
import type { Schema } from './json-schema.ts';
import { Login, Nothing, NothingOrNull, Refresh, SafeUser, UpdatedUser } from './schemas.ts';

export interface ApiRoute {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly operation: Operation;
  readonly status: 200 | 201;
  readonly data: Schema;
  /** What the client is told of a failure that is not its own; the cause goes to the log only. */
  readonly failure: string;
}

const FAILED = 'Server error';
const LOGOUT_FAILED = 'Server error, logout failed';
const FAILED_TRY_LATER = 'Server error. Please try again later.';

const route = (
  method: ApiRoute['method'],
  path: string,
  operation: Operation,
  status: ApiRoute['status'],
  data: Schema,
  failure: string,
): ApiRoute => ({ method, path, operation, status, data, failure });

/** The whole interface on one screen. */
export const API_ROUTES: readonly ApiRoute[] = [
  route('POST', '/api/register', register, 201, SafeUser, FAILED),
  route('POST', '/api/verify', verify, 200, Nothing, FAILED),
  route('POST', '/api/login', login, 200, Login, FAILED),
  route('POST', '/api/refresh', refresh, 200, Refresh, FAILED),
  route('POST', '/api/logout', logout, 200, Nothing, LOGOUT_FAILED),
  route('GET', '/api/me', getMe, 200, SafeUser, FAILED_TRY_LATER),
  route('PUT', '/api/me', updateMe, 200, UpdatedUser, FAILED_TRY_LATER),
  route('POST', '/api/forgot-password', forgotPassword, 200, NothingOrNull, FAILED_TRY_LATER),
  route('POST', '/api/reset-password', resetPassword, 200, Nothing, FAILED_TRY_LATER),
  route('POST', '/api/change-password', changePassword, 200, Nothing, FAILED_TRY_LATER),
  route('POST', '/api/resend-verification', resendVerification, 200, Nothing, FAILED_TRY_LATER),
];
