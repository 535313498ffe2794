import { needsRecentLogin, type Permission, reads } from '../declare/permission.ts';
import { composed } from '../features/declarations.ts';
import type { Scope } from './scopes.ts';

const CORE = {
  adminListUsers: reads('users:read'),
  adminCountUsers: reads('users:read'),
  adminExportUsers: needsRecentLogin('users:read'),
  adminCancelInvitation: needsRecentLogin('users:write'),
  adminGetUser: reads('users:read'),
  adminUpdateUser: needsRecentLogin('users:write'),
  // Moving an account to a thief's address gives the account away, so this has its own scope.
  adminChangeUserEmail: needsRecentLogin('users:email'),
  adminListNotes: reads('users:read'),
  adminAddNote: needsRecentLogin('users:write'),
  adminRemoveNote: needsRecentLogin('users:write'),
  adminSuspendUser: needsRecentLogin('users:write'),
  adminReinstateUser: needsRecentLogin('users:write'),
  adminListAudit: reads('audit:read'),
  adminFollowAudit: reads('audit:read'),
  adminExportAudit: needsRecentLogin('audit:read'),
  adminEndUserSessions: needsRecentLogin('users:write'),
  adminSendReset: needsRecentLogin('users:write'),
  adminResendVerification: needsRecentLogin('users:write'),
  adminDeleteUser: needsRecentLogin('users:write'),
  adminChangeUsers: needsRecentLogin('users:write'),
  adminSetUserPicture: needsRecentLogin('users:write'),
  adminRemoveUserPicture: needsRecentLogin('users:write'),
  adminExportUser: needsRecentLogin('users:read'),
  // A key that could promote accounts, or reset an administrator's factors, would be worth as much as an administrator.
  adminSetUserRole: needsRecentLogin(null),
  adminResetSecondFactor: needsRecentLogin(null),
  adminListSessions: reads('users:read'),
  adminListUserSessions: reads('users:read'),
  adminEndUserSession: needsRecentLogin('users:write'),
  adminEndSessions: needsRecentLogin('users:write'),
  adminExportSessions: needsRecentLogin('users:read'),
  adminGetStatistics: reads('statistics:read'),
  adminListEmails: reads('mail:read'),
  adminExportEmails: needsRecentLogin('mail:read'),
  adminPreviewEmail: reads('mail:read'),
  adminGetEmail: reads('mail:read'),
  adminRetryEmail: needsRecentLogin('mail:write'),
  adminDropEmail: needsRecentLogin('mail:write'),
  adminRetryDeadEmails: needsRecentLogin('mail:write'),
  adminDropDeadEmails: needsRecentLogin('mail:write'),
  adminListKeys: reads('statistics:read'),
  // Settings contain hosts and folders of the deployment.
  adminListSettings: reads(null),
  adminGetHealth: reads('statistics:read'),
  adminGetSetup: reads(null),
  adminDismissSetupStep: needsRecentLogin(null),
  // A key has no mailbox.
  adminSendTestEmail: needsRecentLogin(null),
} as const satisfies Readonly<Record<string, Permission<Scope>>>;

/**
 * Every administrative operation with its permission. The checks (admin-operation.ts), the table in
 * docs/administration.md and test/security/admin-permissions.test.ts use this table.
 */
export const PERMISSIONS = composed(CORE, 'permissions') satisfies Readonly<Record<string, Permission<Scope>>>;

export type AdminOperationId = keyof typeof PERMISSIONS;
