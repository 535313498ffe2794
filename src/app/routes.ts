import { admin, feature, lazy, type Route, route } from '../api/route.ts';
import { changePassword } from '../core/operations/change-password.ts';
import { forgotPassword } from '../core/operations/forgot-password.ts';
import { getMe } from '../core/operations/get-me.ts';
import { login } from '../core/operations/login.ts';
import { logout } from '../core/operations/logout.ts';
import { refresh } from '../core/operations/refresh.ts';
import { register } from '../core/operations/register.ts';
import { resendVerification } from '../core/operations/resend-verification.ts';
import { resetPassword } from '../core/operations/reset-password.ts';
import { updateMe } from '../core/operations/update-me.ts';
import { verify } from '../core/operations/verify.ts';
import { FEATURE_ROUTES } from '../features/index.ts';

const users = () => import('../administration/users.ts');
const userChanges = () => import('../administration/user-changes.ts');
const userActions = () => import('../administration/user-actions.ts');
const notes = () => import('../administration/notes.ts');
const sessions = () => import('../administration/sessions.ts');
const audit = () => import('../administration/audit.ts');
const statistics = () => import('../administration/statistics.ts');
const emails = () => import('../administration/emails.ts');
const system = () => import('../administration/system.ts');
const setup = () => import('../administration/setup.ts');

export const ROUTES = [
  { ...route('POST', '/api/register', register), listedWith: 'registration' },
  lazy('POST', '/api/register/withdraw', () => import('../core/operations/withdraw-registration.ts')),
  route('POST', '/api/verify', verify),
  route('POST', '/api/resend-verification', resendVerification),
  lazy('GET', '/api/verify/details', () => import('../core/operations/verification-details.ts')),
  lazy('POST', '/api/verify/decline', () => import('../core/operations/decline-verification.ts')),
  route('GET', '/api/me', getMe),
  route('PUT', '/api/me', updateMe),
  lazy('PUT', '/api/me/picture', () => import('../core/operations/set-picture.ts')),
  lazy('DELETE', '/api/me/picture', () => import('../core/operations/remove-picture.ts')),
  lazy('GET', '/api/me/export', () => import('../core/operations/export-me.ts')),
  lazy('POST', '/api/me/delete', () => import('../core/operations/delete-me.ts')),

  lazy('GET', '/api/me/email', () => import('../core/operations/get-email.ts')),
  lazy('POST', '/api/me/email', () => import('../core/operations/request-email-change.ts')),
  lazy('DELETE', '/api/me/email', () => import('../core/operations/cancel-email-change.ts')),
  lazy('GET', '/api/email-change/confirm/details', () => import('../core/operations/confirm-email-change-details.ts')),
  lazy('POST', '/api/email-change/confirm', () => import('../core/operations/confirm-email-change.ts')),
  lazy('GET', '/api/email-change/stop/details', () => import('../core/operations/stop-email-change-details.ts')),
  lazy('POST', '/api/email-change/stop', () => import('../core/operations/stop-email-change.ts')),
  lazy('GET', '/api/email-change/revert/details', () => import('../core/operations/revert-email-change-details.ts')),
  lazy('POST', '/api/email-change/revert', () => import('../core/operations/revert-email-change.ts')),

  route('POST', '/api/login', login),
  route('POST', '/api/refresh', refresh),
  route('POST', '/api/logout', logout),
  lazy('POST', '/api/reauthenticate', () => import('../features/reauthenticate.ts')),
  lazy('GET', '/api/me/sessions', () => import('../core/operations/list-sessions.ts')),
  lazy('DELETE', '/api/me/sessions/:id', () => import('../core/operations/end-session.ts')),
  lazy('POST', '/api/me/sessions/end-others', () => import('../core/operations/end-other-sessions.ts')),

  lazy('GET', '/api/me/security', () => import('../core/operations/get-security.ts')),

  route('POST', '/api/forgot-password', forgotPassword),
  route('POST', '/api/reset-password', resetPassword),
  lazy('GET', '/api/reset-password/details', () => import('../core/operations/reset-password-details.ts')),
  route('POST', '/api/change-password', changePassword),

  ...feature('admin', [
    admin(
      'POST',
      '/api/me/administrator',
      () => import('../administration/become-administrator.ts'),
      'becomeAdministrator',
    ),
    admin('GET', '/api/admin/users', users, 'adminListUsers'),
    admin('DELETE', '/api/admin/invitations/:id', userActions, 'adminCancelInvitation'),
    admin('GET', '/api/admin/users/counts', users, 'adminCountUsers'),
    admin('GET', '/api/admin/users/export', users, 'adminExportUsers'),
    admin('GET', '/api/admin/users/:id', users, 'adminGetUser'),
    admin('PATCH', '/api/admin/users/:id', userChanges, 'adminUpdateUser'),
    admin('POST', '/api/admin/users/:id/email', userChanges, 'adminChangeUserEmail'),
    admin('POST', '/api/admin/users/:id/suspend', userActions, 'adminSuspendUser'),
    admin('POST', '/api/admin/users/:id/reinstate', userActions, 'adminReinstateUser'),
    admin('POST', '/api/admin/users/:id/role', userChanges, 'adminSetUserRole'),
    admin('POST', '/api/admin/users/:id/end-sessions', userActions, 'adminEndUserSessions'),
    admin('POST', '/api/admin/users/:id/send-reset', userActions, 'adminSendReset'),
    admin('POST', '/api/admin/users/:id/resend-verification', userActions, 'adminResendVerification'),
    admin('POST', '/api/admin/users/:id/reset-second-factor', userActions, 'adminResetSecondFactor'),
    admin('PUT', '/api/admin/users/:id/picture', userChanges, 'adminSetUserPicture'),
    admin('DELETE', '/api/admin/users/:id/picture', userChanges, 'adminRemoveUserPicture'),
    admin('GET', '/api/admin/users/:id/export', userChanges, 'adminExportUser'),
    admin('DELETE', '/api/admin/users/:id', userActions, 'adminDeleteUser'),
    admin('POST', '/api/admin/users/bulk', userActions, 'adminChangeUsers'),

    admin('GET', '/api/admin/users/:id/notes', notes, 'adminListNotes'),
    admin('POST', '/api/admin/users/:id/notes', notes, 'adminAddNote'),
    admin('DELETE', '/api/admin/users/:id/notes/:note', notes, 'adminRemoveNote'),

    admin('GET', '/api/admin/sessions', sessions, 'adminListSessions'),
    admin('POST', '/api/admin/sessions/end', sessions, 'adminEndSessions'),
    admin('GET', '/api/admin/sessions/export', sessions, 'adminExportSessions'),
    admin('GET', '/api/admin/users/:id/sessions', sessions, 'adminListUserSessions'),
    admin('DELETE', '/api/admin/users/:id/sessions/:session', sessions, 'adminEndUserSession'),

    admin('GET', '/api/admin/audit', audit, 'adminListAudit'),
    admin('GET', '/api/admin/audit/live', audit, 'adminFollowAudit'),
    admin('GET', '/api/admin/audit/export', audit, 'adminExportAudit'),
    admin('GET', '/api/admin/statistics', statistics, 'adminGetStatistics'),

    admin('GET', '/api/admin/emails', emails, 'adminListEmails'),
    admin('GET', '/api/admin/emails/export', emails, 'adminExportEmails'),
    admin('GET', '/api/admin/emails/preview', emails, 'adminPreviewEmail'),
    admin('POST', '/api/admin/emails/retry-dead', emails, 'adminRetryDeadEmails'),
    admin('POST', '/api/admin/emails/drop-dead', emails, 'adminDropDeadEmails'),
    admin('GET', '/api/admin/emails/:id', emails, 'adminGetEmail'),
    admin('POST', '/api/admin/emails/:id/retry', emails, 'adminRetryEmail'),
    admin('POST', '/api/admin/emails/:id/drop', emails, 'adminDropEmail'),

    admin('GET', '/api/admin/keys', system, 'adminListKeys'),
    admin('GET', '/api/admin/settings', system, 'adminListSettings'),
    admin('GET', '/api/admin/health', system, 'adminGetHealth'),
    admin('GET', '/api/admin/setup', setup, 'adminGetSetup'),
    admin('POST', '/api/admin/setup/:step', setup, 'adminDismissSetupStep'),
    admin('POST', '/api/admin/mail/test', emails, 'adminSendTestEmail'),
  ]),

  ...FEATURE_ROUTES,
] as const satisfies readonly Route[];
