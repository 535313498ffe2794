import type { adminCreateApiKey } from '../../operations/admin/api-keys/create-api-key.ts';
import type { adminListApiKeys } from '../../operations/admin/api-keys/list-api-keys.ts';
import type { adminListAudit } from '../../operations/admin/audit/list-audit.ts';
import type { adminAddClient } from '../../operations/admin/clients/add-client.ts';
import type { adminListClients } from '../../operations/admin/clients/list-clients.ts';
import type { adminGetEmail } from '../../operations/admin/emails/get-email.ts';
import type { adminListEmails } from '../../operations/admin/emails/list-emails.ts';
import type { adminPreviewEmail } from '../../operations/admin/emails/preview-email.ts';
import type { adminRetryDeadEmails } from '../../operations/admin/emails/retry-dead-emails.ts';
import type { adminInviteUsers } from '../../operations/admin/invitations/invite-users.ts';
import type { adminListInvitations } from '../../operations/admin/invitations/list-invitations.ts';
import type { adminListNotes } from '../../operations/admin/notes/list-notes.ts';
import type { adminEndSessions } from '../../operations/admin/sessions/end-sessions.ts';
import type { adminListSessions } from '../../operations/admin/sessions/list-sessions.ts';
import type { adminGetStatistics } from '../../operations/admin/statistics/get-statistics.ts';
import type { adminGetHealth } from '../../operations/admin/system/get-health.ts';
import type { adminGetSetup } from '../../operations/admin/system/get-setup.ts';
import type { adminListKeys } from '../../operations/admin/system/list-keys.ts';
import type { adminListSettings } from '../../operations/admin/system/list-settings.ts';
import type { adminActAsUser } from '../../operations/admin/users/act-as-user.ts';
import type { adminChangeUsers } from '../../operations/admin/users/change-users.ts';
import type { adminCountUsers } from '../../operations/admin/users/count-users.ts';
import type { adminGetUser } from '../../operations/admin/users/get-user.ts';
import type { adminInviteUser } from '../../operations/admin/users/invite-user.ts';
import type { adminListUsers } from '../../operations/admin/users/list-users.ts';
import type { AnswerOf } from '../../operations/operation.ts';

// What operations answer, from their declarations. Types only: scripts must not contain code of the service.

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
