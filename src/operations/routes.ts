import type { Method } from '../http/endpoint.ts';
import { changePassword } from './change-password.ts';
import { forgotPassword } from './forgot-password.ts';
import { getMe } from './get-me.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import type { Operation } from './operation.ts';
import { refresh } from './refresh.ts';
import { register } from './register.ts';
import { resendVerification } from './resend-verification.ts';
import { resetPassword } from './reset-password.ts';
import { updateMe } from './update-me.ts';
import { verify } from './verify.ts';

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
