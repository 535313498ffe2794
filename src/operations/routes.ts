import type { Config } from '../config/config.ts';
import type { Method } from '../http/endpoint.ts';
import { acceptInvitation } from './account/accept-invitation.ts';
import { becomeAdministrator } from './account/become-administrator.ts';
import { confirmEmailChange } from './account/confirm-email-change.ts';
import { declineVerification } from './account/decline-verification.ts';
import { deleteMe } from './account/delete-me.ts';
import { exportMe } from './account/export-me.ts';
import { getMe } from './account/get-me.ts';
import { register } from './account/register.ts';
import { requestEmailChange } from './account/request-email-change.ts';
import { resendVerification } from './account/resend-verification.ts';
import { revertEmailChange } from './account/revert-email-change.ts';
import { stopEmailChange } from './account/stop-email-change.ts';
import { updateMe } from './account/update-me.ts';
import { verificationDetails } from './account/verification-details.ts';
import { verify } from './account/verify.ts';
import { createKey } from './admin/api-keys/create-api-key.ts';
import { listKeys } from './admin/api-keys/list-api-keys.ts';
import { revokeKey } from './admin/api-keys/revoke-api-key.ts';
import { exportAudit } from './admin/audit/export-audit.ts';
import { followAudit } from './admin/audit/follow-audit.ts';
import { listAudit } from './admin/audit/list-audit.ts';
import { dropDeadEmails, retryDeadEmails } from './admin/emails/change-dead.ts';
import { dropEmail, retryEmail } from './admin/emails/change-email.ts';
import { getEmail } from './admin/emails/get-email.ts';
import { listEmails } from './admin/emails/list-emails.ts';
import { previewEmail } from './admin/emails/preview-email.ts';
import { endUserSession } from './admin/sessions/end-user-session.ts';
import { listAllSessions } from './admin/sessions/list-all-sessions.ts';
import { listUserSessions } from './admin/sessions/list-user-sessions.ts';
import { getStatistics } from './admin/statistics/get-statistics.ts';
import { getHealth } from './admin/system/get-health.ts';
import { listSigningKeys } from './admin/system/list-keys.ts';
import { listSettings } from './admin/system/list-settings.ts';
import { changeUsers } from './admin/users/bulk-users.ts';
import { countUsers } from './admin/users/count-users.ts';
import { deleteUser } from './admin/users/delete-user.ts';
import { endUserSessions } from './admin/users/end-user-sessions.ts';
import { exportUser } from './admin/users/export-user.ts';
import { getUser } from './admin/users/get-user.ts';
import { inviteUser } from './admin/users/invite-user.ts';
import { findUsers } from './admin/users/list-users.ts';
import { reinstateUser } from './admin/users/reinstate-user.ts';
import { resendUserVerification } from './admin/users/resend-user-verification.ts';
import { resetUserFactors } from './admin/users/reset-user-factors.ts';
import { sendUserReset } from './admin/users/send-user-reset.ts';
import { setUserRole } from './admin/users/set-user-role.ts';
import { suspendUser } from './admin/users/suspend-user.ts';
import { addTotp } from './factors/add-totp.ts';
import { confirmTotp } from './factors/confirm-totp.ts';
import { getSecurity } from './factors/get-security.ts';
import { addOwnPasskey } from './factors/passkeys/add-passkey.ts';
import { addPasskeyOptions } from './factors/passkeys/add-passkey-options.ts';
import { listOwnPasskeys } from './factors/passkeys/list-passkeys.ts';
import { loginPasskey } from './factors/passkeys/login-passkey.ts';
import { loginPasskeyOptions } from './factors/passkeys/login-passkey-options.ts';
import { removeOwnPasskey } from './factors/passkeys/remove-passkey.ts';
import { renameOwnPasskey } from './factors/passkeys/rename-passkey.ts';
import { removeTotp } from './factors/remove-totp.ts';
import { renewCodes } from './factors/renew-codes.ts';
import type { Operation } from './operation.ts';
import { changePassword } from './passwords/change-password.ts';
import { forgotPassword } from './passwords/forgot-password.ts';
import { resetPassword } from './passwords/reset-password.ts';
import { endOwnOtherSessions } from './sessions/end-other-sessions.ts';
import { endOwnSession } from './sessions/end-session.ts';
import { listOwnSessions } from './sessions/list-sessions.ts';
import { login } from './sessions/login.ts';
import { logout } from './sessions/logout.ts';
import { reauthenticate } from './sessions/reauthenticate.ts';
import { refresh } from './sessions/refresh.ts';

export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly operation: Operation;
  /** Whether the feature of the operation is switched on; without it, the operation is always there. */
  readonly when?: (config: Config) => boolean;
}

const route = (method: Method, path: string, operation: Operation): Route => ({ method, path, operation });

/** The operations of a feature that can be switched off: `...feature((config) => …, [route(…), …])`. */
export const feature = (when: NonNullable<Route['when']>, routes: readonly Route[]): Route[] =>
  routes.map((one) => ({ ...one, when }));

/** Every operation of the interface with its method and path. */
export const ROUTES: readonly Route[] = [
  route('POST', '/api/register', register),
  route('POST', '/api/verify', verify),
  route('POST', '/api/resend-verification', resendVerification),
  route('GET', '/api/verify/details', verificationDetails),
  route('POST', '/api/verify/decline', declineVerification),
  route('GET', '/api/me', getMe),
  route('PUT', '/api/me', updateMe),
  route('GET', '/api/me/export', exportMe),
  route('POST', '/api/me/delete', deleteMe),

  route('POST', '/api/me/email', requestEmailChange),
  route('POST', '/api/email-change/confirm', confirmEmailChange),
  route('POST', '/api/email-change/stop', stopEmailChange),
  route('POST', '/api/email-change/revert', revertEmailChange),

  route('POST', '/api/login', login),
  route('POST', '/api/refresh', refresh),
  route('POST', '/api/logout', logout),
  route('POST', '/api/reauthenticate', reauthenticate),
  route('GET', '/api/me/sessions', listOwnSessions),
  route('DELETE', '/api/me/sessions/:id', endOwnSession),
  route('POST', '/api/me/sessions/end-others', endOwnOtherSessions),

  route('GET', '/api/me/security', getSecurity),
  ...feature(
    ({ authenticatorApps }) => authenticatorApps,
    [
      route('POST', '/api/me/totp', addTotp),
      route('POST', '/api/me/totp/confirm', confirmTotp),
      route('DELETE', '/api/me/totp', removeTotp),
      route('POST', '/api/me/recovery-codes', renewCodes),
    ],
  ),
  ...feature(
    ({ passkeysAreOn }) => passkeysAreOn,
    [
      route('POST', '/api/login/passkey/options', loginPasskeyOptions),
      route('POST', '/api/login/passkey', loginPasskey),
      route('POST', '/api/me/passkeys/options', addPasskeyOptions),
      route('POST', '/api/me/passkeys', addOwnPasskey),
      route('GET', '/api/me/passkeys', listOwnPasskeys),
      route('PUT', '/api/me/passkeys/:id', renameOwnPasskey),
      route('DELETE', '/api/me/passkeys/:id', removeOwnPasskey),
    ],
  ),

  route('POST', '/api/forgot-password', forgotPassword),
  route('POST', '/api/reset-password', resetPassword),
  route('POST', '/api/change-password', changePassword),

  ...feature(
    ({ admin }) => admin,
    [
      route('POST', '/api/me/administrator', becomeAdministrator),
      route('POST', '/api/invitation/accept', acceptInvitation),

      route('GET', '/api/admin/users', findUsers),
      route('POST', '/api/admin/users', inviteUser),
      route('GET', '/api/admin/users/counts', countUsers),
      route('GET', '/api/admin/users/:id', getUser),
      route('POST', '/api/admin/users/:id/suspend', suspendUser),
      route('POST', '/api/admin/users/:id/reinstate', reinstateUser),
      route('POST', '/api/admin/users/:id/role', setUserRole),
      route('POST', '/api/admin/users/:id/end-sessions', endUserSessions),
      route('POST', '/api/admin/users/:id/send-reset', sendUserReset),
      route('POST', '/api/admin/users/:id/resend-verification', resendUserVerification),
      route('POST', '/api/admin/users/:id/reset-second-factor', resetUserFactors),
      route('GET', '/api/admin/users/:id/export', exportUser),
      route('DELETE', '/api/admin/users/:id', deleteUser),
      route('POST', '/api/admin/users/bulk', changeUsers),

      route('GET', '/api/admin/sessions', listAllSessions),
      route('GET', '/api/admin/users/:id/sessions', listUserSessions),
      route('DELETE', '/api/admin/users/:id/sessions/:session', endUserSession),

      route('GET', '/api/admin/audit', listAudit),
      route('GET', '/api/admin/audit/live', followAudit),
      route('GET', '/api/admin/audit/export', exportAudit),
      route('GET', '/api/admin/statistics', getStatistics),

      route('GET', '/api/admin/emails', listEmails),
      route('GET', '/api/admin/emails/preview', previewEmail),
      route('POST', '/api/admin/emails/retry-dead', retryDeadEmails),
      route('POST', '/api/admin/emails/drop-dead', dropDeadEmails),
      route('GET', '/api/admin/emails/:id', getEmail),
      route('POST', '/api/admin/emails/:id/retry', retryEmail),
      route('POST', '/api/admin/emails/:id/drop', dropEmail),

      route('GET', '/api/admin/keys', listSigningKeys),
      route('GET', '/api/admin/settings', listSettings),
      route('GET', '/api/admin/health', getHealth),

      route('GET', '/api/admin/api-keys', listKeys),
      route('POST', '/api/admin/api-keys', createKey),
      route('DELETE', '/api/admin/api-keys/:id', revokeKey),
    ],
  ),
];

/** Of the administration, and so served at ADMIN_PORT alone where that is set. */
export const isAdministration = ({ operation }: Route): boolean =>
  operation.admin !== undefined || operation === becomeAdministrator;

/** Without the operations of features that are switched off: those are not in the router, so that every method of their paths answers 404. */
export const enabledRoutes = (routes: readonly Route[], config: Config): Route[] =>
  routes.filter(({ when }) => when === undefined || when(config));
