import type { Config } from '../config/config.ts';
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

/** One operation of the interface with its method and path. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  /** Resolves at once from the second time on. */
  readonly load: () => Promise<Operation>;
  /** Whether the feature of the operation is switched on; without it, the operation is always there. */
  readonly when?: (config: Config) => boolean;
  /** Of the administration, and so served at ADMIN_PORT alone where that is set. */
  readonly isAdministration?: boolean;
}

export type LoadedRoute = Route & { readonly operation: Operation };

export const route = (method: Method, path: string, operation: Operation): Route => ({
  method,
  path,
  load: () => Promise.resolve(operation),
});

const lateOperations = () => import('./late-operations.ts');

/**
 * An operation that need not be there when the service begins to answer: it is loaded soon after that (app/load-after-start.ts), or when one of them is
 * first asked for.
 */
const late = (method: Method, path: string, name: keyof Awaited<ReturnType<typeof lateOperations>>): Route => ({
  method,
  path,
  load: async () => (await lateOperations())[name],
});

/** The operations of a feature that can be switched off: `...feature((config) => …, [route(…), …])`. */
export const feature = (when: NonNullable<Route['when']>, routes: readonly Route[]): Route[] =>
  routes.map((one) => ({ ...one, when }));

const administration = (routes: readonly Route[]): Route[] => routes.map((one) => ({ ...one, isAdministration: true }));

/** Every operation of the interface with its method and path. */
export const ROUTES: readonly Route[] = [
  route('POST', '/api/register', register),
  route('POST', '/api/verify', verify),
  route('POST', '/api/resend-verification', resendVerification),
  late('GET', '/api/verify/details', 'verificationDetails'),
  late('POST', '/api/verify/decline', 'declineVerification'),
  route('GET', '/api/me', getMe),
  route('PUT', '/api/me', updateMe),
  late('GET', '/api/me/export', 'exportMe'),
  late('POST', '/api/me/delete', 'deleteMe'),

  late('POST', '/api/me/email', 'requestEmailChange'),
  late('POST', '/api/email-change/confirm', 'confirmEmailChange'),
  late('POST', '/api/email-change/stop', 'stopEmailChange'),
  late('POST', '/api/email-change/revert', 'revertEmailChange'),

  route('POST', '/api/login', login),
  route('POST', '/api/refresh', refresh),
  route('POST', '/api/logout', logout),
  late('POST', '/api/reauthenticate', 'reauthenticate'),
  late('GET', '/api/me/sessions', 'listOwnSessions'),
  late('DELETE', '/api/me/sessions/:id', 'endOwnSession'),
  late('POST', '/api/me/sessions/end-others', 'endOwnOtherSessions'),

  late('GET', '/api/me/security', 'getSecurity'),
  ...feature(
    ({ authenticatorApps }) => authenticatorApps,
    [
      late('POST', '/api/me/totp', 'addTotp'),
      late('POST', '/api/me/totp/confirm', 'confirmTotp'),
      late('DELETE', '/api/me/totp', 'removeTotp'),
      late('POST', '/api/me/recovery-codes', 'renewCodes'),
    ],
  ),
  ...feature(
    ({ passkeysAreOn }) => passkeysAreOn,
    [
      late('POST', '/api/login/passkey/options', 'loginPasskeyOptions'),
      late('POST', '/api/login/passkey', 'loginPasskey'),
      late('POST', '/api/me/passkeys/options', 'addPasskeyOptions'),
      late('POST', '/api/me/passkeys', 'addOwnPasskey'),
      late('GET', '/api/me/passkeys', 'listOwnPasskeys'),
      late('PUT', '/api/me/passkeys/:id', 'renameOwnPasskey'),
      late('DELETE', '/api/me/passkeys/:id', 'removeOwnPasskey'),
    ],
  ),

  route('POST', '/api/forgot-password', forgotPassword),
  route('POST', '/api/reset-password', resetPassword),
  route('POST', '/api/change-password', changePassword),

  ...feature(
    ({ admin }) => admin,
    [
      ...administration([late('POST', '/api/me/administrator', 'becomeAdministrator')]),
      late('POST', '/api/invitation/accept', 'acceptInvitation'),

      ...administration([
        late('GET', '/api/admin/users', 'findUsers'),
        late('POST', '/api/admin/users', 'inviteUser'),
        late('GET', '/api/admin/users/counts', 'countUsers'),
        late('GET', '/api/admin/users/:id', 'getUser'),
        late('POST', '/api/admin/users/:id/suspend', 'suspendUser'),
        late('POST', '/api/admin/users/:id/reinstate', 'reinstateUser'),
        late('POST', '/api/admin/users/:id/role', 'setUserRole'),
        late('POST', '/api/admin/users/:id/end-sessions', 'endUserSessions'),
        late('POST', '/api/admin/users/:id/send-reset', 'sendUserReset'),
        late('POST', '/api/admin/users/:id/resend-verification', 'resendUserVerification'),
        late('POST', '/api/admin/users/:id/reset-second-factor', 'resetUserFactors'),
        late('GET', '/api/admin/users/:id/export', 'exportUser'),
        late('DELETE', '/api/admin/users/:id', 'deleteUser'),
        late('POST', '/api/admin/users/bulk', 'changeUsers'),

        late('GET', '/api/admin/sessions', 'listAllSessions'),
        late('GET', '/api/admin/users/:id/sessions', 'listUserSessions'),
        late('DELETE', '/api/admin/users/:id/sessions/:session', 'endUserSession'),

        late('GET', '/api/admin/audit', 'listAudit'),
        late('GET', '/api/admin/audit/live', 'followAudit'),
        late('GET', '/api/admin/audit/export', 'exportAudit'),
        late('GET', '/api/admin/statistics', 'getStatistics'),

        late('GET', '/api/admin/emails', 'listEmails'),
        late('GET', '/api/admin/emails/preview', 'previewEmail'),
        late('POST', '/api/admin/emails/retry-dead', 'retryDeadEmails'),
        late('POST', '/api/admin/emails/drop-dead', 'dropDeadEmails'),
        late('GET', '/api/admin/emails/:id', 'getEmail'),
        late('POST', '/api/admin/emails/:id/retry', 'retryEmail'),
        late('POST', '/api/admin/emails/:id/drop', 'dropEmail'),

        late('GET', '/api/admin/keys', 'listSigningKeys'),
        late('GET', '/api/admin/settings', 'listSettings'),
        late('GET', '/api/admin/health', 'getHealth'),

        late('GET', '/api/admin/api-keys', 'listKeys'),
        late('POST', '/api/admin/api-keys', 'createKey'),
        late('DELETE', '/api/admin/api-keys/:id', 'revokeKey'),
      ]),
    ],
  ),
];

/** With their operations: for what describes the interface, such as the OpenAPI document. */
export const loadRoutes = (routes: readonly Route[]): Promise<LoadedRoute[]> =>
  Promise.all(routes.map(async (one) => ({ ...one, operation: await one.load() })));

/** Without the operations of features that are switched off: those are not in the router, so that every method of their paths answers 404. */
export const enabledRoutes = <R extends Route>(routes: readonly R[], config: Config): R[] =>
  routes.filter(({ when }) => when === undefined || when(config));
