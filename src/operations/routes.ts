import type { Method } from '../http/endpoint.ts';
import { getMe } from './account/get-me.ts';
import { register } from './account/register.ts';
import { resendVerification } from './account/resend-verification.ts';
import { updateMe } from './account/update-me.ts';
import { verify } from './account/verify.ts';
import type { Operation } from './operation.ts';
import { changePassword } from './passwords/change-password.ts';
import { forgotPassword } from './passwords/forgot-password.ts';
import { resetPassword } from './passwords/reset-password.ts';
import { login } from './sessions/login.ts';
import { logout } from './sessions/logout.ts';
import { refresh } from './sessions/refresh.ts';

export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly operation: Operation;
}

const route = (method: Method, path: string, operation: Operation): Route => ({ method, path, operation });

/** Every operation of the interface with its method and path. */
export const ROUTES: readonly Route[] = [
  route('POST', '/api/register', register),
  route('POST', '/api/verify', verify),
  route('POST', '/api/login', login),
  route('POST', '/api/refresh', refresh),
  route('POST', '/api/logout', logout),
  route('GET', '/api/me', getMe),
  route('PUT', '/api/me', updateMe),
  route('POST', '/api/forgot-password', forgotPassword),
  route('POST', '/api/reset-password', resetPassword),
  route('POST', '/api/change-password', changePassword),
  route('POST', '/api/resend-verification', resendVerification),
];
