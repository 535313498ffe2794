import type { createKey } from '../../../operations/admin/api-keys/create-api-key.ts';
import type { listKeys } from '../../../operations/admin/api-keys/list-api-keys.ts';
import type { listAudit } from '../../../operations/admin/audit/list-audit.ts';
import type { retryDeadEmails } from '../../../operations/admin/emails/change-dead.ts';
import type { getEmail } from '../../../operations/admin/emails/get-email.ts';
import type { listEmails } from '../../../operations/admin/emails/list-emails.ts';
import type { previewEmail } from '../../../operations/admin/emails/preview-email.ts';
import type { listAllSessions } from '../../../operations/admin/sessions/list-all-sessions.ts';
import type { getStatistics } from '../../../operations/admin/statistics/get-statistics.ts';
import type { getHealth } from '../../../operations/admin/system/get-health.ts';
import type { listSigningKeys } from '../../../operations/admin/system/list-keys.ts';
import type { listSettings } from '../../../operations/admin/system/list-settings.ts';
import type { changeUsers } from '../../../operations/admin/users/bulk-users.ts';
import type { countUsers } from '../../../operations/admin/users/count-users.ts';
import type { getUser } from '../../../operations/admin/users/get-user.ts';
import type { inviteUser } from '../../../operations/admin/users/invite-user.ts';
import type { findUsers } from '../../../operations/admin/users/list-users.ts';
import type { AnswerOf } from '../../../operations/operation.ts';

// What the operations answer, as they declare it. Only types: nothing of the service gets into the scripts.

type ItemOf<List extends { readonly answers: unknown }> =
  AnswerOf<List> extends { readonly items: readonly (infer Item)[] } ? Item : never;

export type ListedUser = ItemOf<typeof findUsers>;
export type UserCounts = AnswerOf<typeof countUsers>;
export type BulkOutcomes = AnswerOf<typeof changeUsers>;
export type UserDetails = AnswerOf<typeof getUser>;
export type InvitedUser = AnswerOf<typeof inviteUser>;
export type ListedSession = ItemOf<typeof listAllSessions>;
export type AuditEvent = ItemOf<typeof listAudit>;
export type AuditEvents = AnswerOf<typeof listAudit>;
export type ListedEmail = ItemOf<typeof listEmails>;
export type EmailDetails = AnswerOf<typeof getEmail>;
export type DeadEmails = AnswerOf<typeof retryDeadEmails>;
export type EmailPreview = AnswerOf<typeof previewEmail>;
export type Health = AnswerOf<typeof getHealth>;
export type Statistics = AnswerOf<typeof getStatistics>;
export type ApiKey = AnswerOf<typeof listKeys>[number];
export type NewApiKey = AnswerOf<typeof createKey>;
export type Keys = AnswerOf<typeof listSigningKeys>;
export type SigningKey = Keys['signing'][number];
export type DataKey = Keys['data'][number];
export type Settings = AnswerOf<typeof listSettings>;
export type Setting = Settings['settings'][number];
