import type { Services } from '../api/services.ts';
import { readDevice } from '../core/sign-in/device-name.ts';
import { listSessionsOf } from '../core/sign-in/list-sessions.ts';
import { safeUser } from '../core/user-representations.ts';
import { lifetimeMs } from '../declare/purposes-and-lifetimes.ts';
import { isoTime, isoTimeOrNull } from '../lib/iso-time.ts';
import * as history from '../store/audit/account-history.ts';
import { countWaysIn, waysInOfKind } from '../store/tables/credentials.ts';
import * as emailChanges from '../store/tables/email-changes.ts';
import type { User } from '../store/tables/user.ts';

const LATEST_EMAILS = 10;
const LATEST_EVENTS = 20;
/** Everything that the console shows about an account. */
export async function userDetails(services: Pick<Services, 'db' | 'fields' | 'apps'>, user: User) {
  const { db } = services;
  const [emails, events, passkeys, counts, sessions, apps, change, suspension, invited] = await Promise.all([
    history.emailsOf(db, user.id, LATEST_EMAILS),
    history.eventsOf(db, user.id, LATEST_EVENTS),
    waysInOfKind(db, 'passkey', user.id),
    countWaysIn(db, user.id),
    listSessionsOf(db, user.id),
    services.apps?.usedBy(db, user.id),
    emailChanges.pending(db, user.id, lifetimeMs('email_change')),
    user.accountStatus === 'SUSPENDED' ? history.suspensionOf(db, user.id) : undefined,
    user.accountStatus === 'INACTIVE' && history.wasInvited(db, user.id),
  ]);
  return {
    ...safeUser(user, services.fields),
    language: user.language,
    invited,
    deletion_due_at: isoTimeOrNull(user.deletionDueAtMs),
    suspended_by: suspension?.actor ?? null,
    suspended_by_email: suspension?.actor_email ?? null,
    suspended_at: isoTimeOrNull(suspension?.atMs ?? null),
    email_change: change ? { new_email: change.newEmail, requested_at: isoTime(change.requestedAtMs) } : null,
    password: user.passwordHash !== null,
    totp: (counts.authenticator_app ?? 0) > 0,
    recovery_codes_left: counts.recovery_codes ?? 0,
    passkeys: passkeys.map(({ id, name, addedAtMs, usedAtMs }) => ({
      id,
      name,
      created_at: isoTime(addedAtMs),
      last_used_at: isoTimeOrNull(usedAtMs),
    })),
    sessions,
    apps: apps ?? [],
    emails: emails.map(({ createdAtMs, updatedAtMs, ...email }) => ({
      ...email,
      created_at: isoTime(createdAtMs),
      updated_at: isoTime(updatedAtMs),
    })),
    events: await Promise.all(
      events.map(async ({ happened_at, user_agent, ...event }) => ({
        ...event,
        happened_at: isoTime(happened_at),
        ...(await readDevice(user_agent)),
      })),
    ),
  };
}
