import type { Scope } from '../../accounts/administration/api-keys.ts';

/** Who may run an operation of the administration. Administrators may run all of them, and nobody else any. */
interface Permission {
  /** The scope that lets an API key run it; null: no key may. */
  readonly scope: Scope | null;
  /** Administrators need a recent login for all changes, and for what hands out everything about a person. */
  readonly needsRecentLogin: boolean;
}

const reads = <S extends Scope | null>(scope: S) => ({ scope, needsRecentLogin: false }) as const satisfies Permission;
const needsRecentLogin = <S extends Scope | null>(scope: S) =>
  ({ scope, needsRecentLogin: true }) as const satisfies Permission;

/**
 * Every operation of the administration and who may run it. The checks (admin-operation.ts), the table in
 * docs/administration.md and test/security/admin-permissions.test.ts come from here.
 */
export const PERMISSIONS = {
  adminListUsers: reads('users:read'),
  adminCountUsers: reads('users:read'),
  adminExportUsers: needsRecentLogin('users:read'),
  adminInviteUser: needsRecentLogin('users:write'),
  adminInviteUsers: needsRecentLogin('users:write'),
  adminListInvitations: reads('users:read'),
  adminCancelInvitation: needsRecentLogin('users:write'),
  adminGetUser: reads('users:read'),
  adminUpdateUser: needsRecentLogin('users:write'),
  // With the confirmation of a new address that is the thief's own, the account is theirs: worth a separate scope.
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
  adminUnlinkUserIdentity: needsRecentLogin('users:write'),
  adminSendReset: needsRecentLogin('users:write'),
  adminResendVerification: needsRecentLogin('users:write'),
  adminDeleteUser: needsRecentLogin('users:write'),
  adminChangeUsers: needsRecentLogin('users:write'),
  adminSetUserPicture: needsRecentLogin('users:write'),
  adminRemoveUserPicture: needsRecentLogin('users:write'),
  adminExportUser: needsRecentLogin('users:read'),
  // A key that could promote, or take the factors of an administrator, would be worth as much as an administrator.
  adminSetUserRole: needsRecentLogin(null),
  adminResetSecondFactor: needsRecentLogin(null),
  adminActAsUser: needsRecentLogin(null),
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
  // Settings name hosts and folders of the deployment.
  adminListSettings: reads(null),
  adminGetHealth: reads('statistics:read'),
  adminGetSetup: reads(null),
  adminDismissSetupStep: needsRecentLogin(null),
  // A key has no mailbox.
  adminSendTestEmail: needsRecentLogin(null),
  adminListClients: reads('clients:read'),
  adminAddClient: needsRecentLogin('clients:write'),
  adminGetClient: reads('clients:read'),
  adminChangeClient: needsRecentLogin('clients:write'),
  adminRotateClientSecret: needsRecentLogin('clients:write'),
  adminRemoveClient: needsRecentLogin('clients:write'),
  // Keys that made keys would never end.
  adminListApiKeys: reads(null),
  adminCreateApiKey: needsRecentLogin(null),
  adminRevokeApiKey: needsRecentLogin(null),
} as const satisfies Readonly<Record<string, Permission>>;

export type AdminOperationId = keyof typeof PERMISSIONS;
