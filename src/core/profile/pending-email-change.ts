import { lifetimeMs } from '../../declare/purposes-and-lifetimes.ts';
import type { Reads } from '../../store/engine/database.ts';
import * as emailChanges from '../../store/tables/email-changes.ts';
import type { User } from '../../store/tables/user.ts';

/** The address of an account, and its pending change while the link works. */
export async function pendingEmailChange(db: Reads, { id, email }: User) {
  const linkMs = lifetimeMs('email_change');
  const pending = await emailChanges.pending(db, id, linkMs);
  return {
    email,
    pending: pending
      ? {
          email: pending.newEmail,
          requested_at: new Date(pending.requestedAtMs).toISOString(),
          expires_at: new Date(pending.requestedAtMs + linkMs).toISOString(),
        }
      : null,
  };
}
