import type { adminActAsUser } from '../../operations/admin/act-as-user.ts';
import type { adminCreateApiKey, adminListApiKeys } from '../../operations/admin/api-keys.ts';
import type { adminListAudit } from '../../operations/admin/audit.ts';
import type { adminAddClient, adminListClients } from '../../operations/admin/clients.ts';
import type {
  adminGetEmail,
  adminListEmails,
  adminPreviewEmail,
  adminRetryDeadEmails,
} from '../../operations/admin/emails.ts';
import type { adminInviteUser, adminInviteUsers, adminListInvitations } from '../../operations/admin/invitations.ts';
import type { adminListNotes } from '../../operations/admin/notes.ts';
import type { adminEndSessions, adminListSessions } from '../../operations/admin/sessions.ts';
import type { adminGetSetup } from '../../operations/admin/setup.ts';
import type { adminGetStatistics } from '../../operations/admin/statistics.ts';
import type { adminGetHealth, adminListKeys, adminListSettings } from '../../operations/admin/system.ts';
import type { adminChangeUsers } from '../../operations/admin/user-actions.ts';
import type { adminCountUsers, adminGetUser, adminListUsers } from '../../operations/admin/users.ts';
import type { AnswerOf } from '../../operations/operation.ts';

// The answers of operations, typed by their declarations. Types only: scripts must not contain code of the service.

type ItemOf<List extends { readonly answers: unknown }> =
  AnswerOf<List> extends { readonly items: readonly (infer Item)[] } ? Item : never;

export type ListedUser = ItemOf<typeof adminListUsers>;
export type UserCounts = AnswerOf<typeof adminCountUsers>;
export type BulkOutcomes = AnswerOf<typeof adminChangeUsers>;
export type UserDetails = AnswerOf<typeof adminGetUser>;
/** An account on its screen. */
export interface ShownUser {
  readonly user: UserDetails;
  /** The path of its operations. */
  readonly path: string;
  readonly refresh: () => Promise<void>;
}
export type ActingAsUser = AnswerOf<typeof adminActAsUser>;
export type UserNotes = AnswerOf<typeof adminListNotes>;
export type Invitation = ItemOf<typeof adminListInvitations>;
export type InvitationOutcomes = AnswerOf<typeof adminInviteUsers>;
export type InvitedUser = AnswerOf<typeof adminInviteUser>;
export type SessionOutcomes = AnswerOf<typeof adminEndSessions>;
export type ListedSession = ItemOf<typeof adminListSessions>;
export type AuditEvent = ItemOf<typeof adminListAudit>;
export type AuditEvents = AnswerOf<typeof adminListAudit>;
export type ListedEmail = ItemOf<typeof adminListEmails>;
export type EmailDetails = AnswerOf<typeof adminGetEmail>;
export type DeadEmails = AnswerOf<typeof adminRetryDeadEmails>;
export type EmailPreview = AnswerOf<typeof adminPreviewEmail>;
export type Health = AnswerOf<typeof adminGetHealth>;
export type Setup = AnswerOf<typeof adminGetSetup>;
export type Statistics = AnswerOf<typeof adminGetStatistics>;
export type ApiKey = AnswerOf<typeof adminListApiKeys>[number];
export type NewApiKey = AnswerOf<typeof adminCreateApiKey>;
export type Client = AnswerOf<typeof adminListClients>[number];
export type ClientWithSecret = AnswerOf<typeof adminAddClient>;
export type Keys = AnswerOf<typeof adminListKeys>;
export type SigningKey = Keys['signing'][number];
export type DataKey = Keys['data'][number];
export type Settings = AnswerOf<typeof adminListSettings>;
export type Setting = Settings['settings'][number];
