import type { Scope } from '../../accounts/administration/api-keys.ts';

/** Who may run an operation of the administration. Administrators may run all of them, and nobody else any. */
interface Permission {
  /** The scope that lets an API key run it; null: no key may. */
  readonly scope: Scope | null;
  /** Administrators need a recent login for all changes, and for what hands out everything about a person. */
  readonly needsRecentLogin: boolean;
}

const reads = <S extends Scope | null>(scope: S) => ({ scope, needsRecentLogin: false }) as const satisfies Permission;
const handsOutAll = <S extends Scope | null>(scope: S) =>
  ({ scope, needsRecentLogin: true }) as const satisfies Permission;
const changes = <S extends Scope | null>(scope: S) => ({ scope, needsRecentLogin: true }) as const satisfies Permission;

/**
 * Every operation of the administration and who may run it. The checks (admin-operation.ts), the table in
 * docs/administration.md and test/security/admin-permissions.test.ts come from here.
 */
export const PERMISSIONS = {
  adminListUsers: reads('users:read'),
  adminCountUsers: reads('users:read'),
  adminExportUsers: handsOutAll('users:read'),
  adminInviteUser: changes('users:write'),
  adminGetUser: reads('users:read'),
  adminUpdateUser: changes('users:write'),
  // With the confirmation of a new address that is the thief's own, the account is theirs: worth a separate scope.
  adminChangeUserEmail: changes('users:email'),
  adminListNotes: reads('users:read'),
  adminAddNote: changes('users:write'),
  adminRemoveNote: changes('users:write'),
  adminSuspendUser: changes('users:write'),
  adminReinstateUser: changes('users:write'),
  adminListAudit: reads('audit:read'),
  adminFollowAudit: reads('audit:read'),
  adminExportAudit: handsOutAll('audit:read'),
  adminEndUserSessions: changes('users:write'),
  adminSendReset: changes('users:write'),
  adminResendVerification: changes('users:write'),
  adminDeleteUser: changes('users:write'),
  adminChangeUsers: changes('users:write'),
  adminSetUserPicture: changes('users:write'),
  adminRemoveUserPicture: changes('users:write'),
  adminExportUser: handsOutAll('users:read'),
  // A key that could promote, or take the factors of an administrator, would be worth as much as an administrator.
  adminSetUserRole: changes(null),
  adminResetSecondFactor: changes(null),
  adminActAsUser: changes(null),
  adminListSessions: reads('users:read'),
  adminListUserSessions: reads('users:read'),
  adminEndUserSession: changes('users:write'),
  adminEndSessions: changes('users:write'),
  adminExportSessions: handsOutAll('users:read'),
  adminGetStatistics: reads('statistics:read'),
  adminListEmails: reads('mail:read'),
  adminExportEmails: handsOutAll('mail:read'),
  adminPreviewEmail: reads('mail:read'),
  adminGetEmail: reads('mail:read'),
  adminRetryEmail: changes('mail:write'),
  adminDropEmail: changes('mail:write'),
  adminRetryDeadEmails: changes('mail:write'),
  adminDropDeadEmails: changes('mail:write'),
  adminListKeys: reads('statistics:read'),
  // Settings name hosts and folders of the deployment.
  adminListSettings: reads(null),
  adminGetHealth: reads('statistics:read'),
  adminGetSetup: reads(null),
  adminDismissSetupStep: changes(null),
  // A key has no mailbox.
  adminSendTestEmail: changes(null),
  adminListClients: reads('clients:read'),
  adminAddClient: changes('clients:write'),
  adminGetClient: reads('clients:read'),
  adminChangeClient: changes('clients:write'),
  adminRotateClientSecret: changes('clients:write'),
  adminRemoveClient: changes('clients:write'),
  // Keys that made keys would never end.
  adminListApiKeys: reads(null),
  adminCreateApiKey: changes(null),
  adminRevokeApiKey: changes(null),
} as const satisfies Readonly<Record<string, Permission>>;

export type AdminOperationId = keyof typeof PERMISSIONS;
