import type {
  ActingToken,
  Client,
  ClientWithSecret,
  Invitation,
  InvitationOutcomes,
  User,
} from '../../../client/src/operations.ts';
import type { adminListAudit } from '../../administration/audit.ts';
import type {
  adminGetEmail,
  adminListEmails,
  adminPreviewEmail,
  adminRetryDeadEmails,
} from '../../administration/emails.ts';
import type { adminListNotes } from '../../administration/notes.ts';
import type { adminEndSessions, adminListSessions } from '../../administration/sessions.ts';
import type { adminGetSetup } from '../../administration/setup.ts';
import type { adminGetStatistics } from '../../administration/statistics.ts';
import type { adminGetHealth, adminListKeys, adminListSettings } from '../../administration/system.ts';
import type { adminChangeUsers } from '../../administration/user-actions.ts';
import type { adminCountUsers, adminGetUser, adminListUsers } from '../../administration/users.ts';
import type { AnswerOf } from '../../api/operation.ts';

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
export type { ActingToken, Invitation, InvitationOutcomes, User as InvitedUser };
export type UserNotes = AnswerOf<typeof adminListNotes>;
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
export type { ApiKey, NewApiKey } from '../../../client/src/operations.ts';
export type { Client, ClientWithSecret };
export type Keys = AnswerOf<typeof adminListKeys>;
export type SigningKey = Keys['signing'][number];
export type DataKey = Keys['data'][number];
export type Settings = AnswerOf<typeof adminListSettings>;
export type Setting = Settings['settings'][number];
