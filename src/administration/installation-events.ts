import type { AuditEvent } from '../store/audit/event-types.ts';
import type { Actor } from '../store/audit/record.ts';
import { change, event } from '../store/change.ts';
import type { Store } from '../store/commit.ts';
import { forget } from '../store/tables/instance-keys.ts';
import { ofStep } from '../store/tables/setup-steps.ts';

type Export = Extract<AuditEvent, `${string}s_exported` | 'audit_exported'>;

/**
 * Actions on the whole installation that only read the database or happen outside it: nothing but the event is written.
 */
export async function recordForInstallation(db: Store, eventType: Export | 'backup_made', actor: Actor): Promise<void> {
  await db.commit(actor, change(event(eventType, null), {}));
}

/** `retired`: the fingerprint of a key that instances should no longer report as missing. */
export async function recordSigningKey(
  db: Store,
  eventType: 'key_rotated' | 'key_retired',
  actor: Actor,
  retired?: string,
): Promise<void> {
  await db.commit(actor, change(event(eventType, null), { forgotten: retired !== undefined && forget(retired) }));
}

export async function dismissSetupStep(db: Store, step: string, isDismissed: boolean, actor: Actor): Promise<void> {
  const eventType = isDismissed ? 'setup_step_dismissed' : 'setup_step_reopened';
  await db.commit(actor, change(event(eventType, ofStep(step)), {}));
}
