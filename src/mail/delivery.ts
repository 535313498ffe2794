import type { Logger } from 'pino';
import { escapeControlCharacters } from '../lib/escape-control-characters.ts';
import { reasonOf } from '../lib/reason-of.ts';
import type { Timers } from '../lib/timers.ts';
import type { Store } from '../store/commit.ts';
import * as outbox from '../store/queues/outbox.ts';
import * as emailChanges from '../store/tables/email-changes.ts';
import { KINDS } from '../store/tables/email-kinds.ts';
import type { User } from '../store/tables/user.ts';
import * as users from '../store/tables/users.ts';
import { type ComposeParts, compose, emailChangeOf, optionalString, recipientOf } from './compose.ts';
import { backoffMs, MAX_PROBE_WAIT_MS } from './mail-outage.ts';
import { maskAddresses, removeTokens } from './redaction.ts';
import { DeliveryFailure, type MailTransport } from './transport.ts';

/**
 * After this time, another worker takes over a crashed worker's e-mails. A running worker renews its leases, so no two
 * share one.
 */
export const LEASE_MS = 20_000;
const RENEW_EVERY_MS = 5000;
const MAX_ANSWER_LENGTH = 500;

export interface DeliveryParts extends ComposeParts {
  readonly db: Store;
  readonly transport: MailTransport;
  readonly log: Logger;
  readonly timers: Timers;
}

/** Counts since the process started, for the metrics. */
export interface MailCounters {
  sent: number;
  delayed: number;
  dead: number;
  superseded: number;
}

/** The state of the mail server after an attempt. */
type ServerContact = { readonly server: 'answered' | 'away' | 'unknown'; readonly reason?: string };

/** Sends one claimed e-mail and stores the result. Never rejects: without a stored result, it is claimed again. */
type Deliver = (email: outbox.ClaimedEmail) => Promise<ServerContact>;

/** `latestClaim` resolves when the e-mails of the worker's latest claim are known to it. */
export function createDelivery(
  parts: DeliveryParts,
  counters: MailCounters,
  latestClaim: () => Promise<unknown>,
): Deliver {
  const { db, transport, log, timers } = parts;

  async function attempt(email: outbox.ClaimedEmail, note: Note): Promise<ServerContact> {
    const user = formerOwner(email) ?? (await ownerOf(email));
    // Runs for strangers too (timing).
    const isObsolete = await isSuperseded(parts, email, user ?? NOBODY);
    if (email.state === 'void') return rehearse(email);
    if (!user || isObsolete) {
      await outbox.supersede(db, email);
      counters.superseded += 1;
      log.info(note.about, 'e-mail superseded');
      return { server: 'unknown' };
    }
    note.about.to = maskAddresses(recipientOf(email, user));
    const endRenewal = timers.every(RENEW_EVERY_MS, () => void renew(email));
    try {
      const answer = await send(email, user);
      if (answer instanceof DeliveryFailure) {
        await note.result(afterFailure(email, answer));
        return contactAfter(answer);
      }
      await note.result({ outcome: 'sent', answer });
      return { server: 'answered' };
    } finally {
      endRenewal();
    }
  }
  /** The account's address may have changed since the claim: the e-mail goes to the address that it was written for. */
  async function ownerOf(email: outbox.ClaimedEmail): Promise<User | undefined> {
    const owner = await users.recipientOf(db, email.id, NOBODY.id);
    if (owner) email.recipient = owner.recipient;
    return owner;
  }
  /**
   * Does the work of sending an e-mail without sending it, for addresses without an account: otherwise requests that
   * follow would be answered sooner than those after an e-mail to an account (timing side channel).
   */
  async function rehearse(email: outbox.ClaimedEmail): Promise<ServerContact> {
    await transport.rehearse(compose(parts, email, NOBODY));
    await outbox.forget(db, email);
    return { server: 'unknown' };
  }
  /** An unexpected error concerns this e-mail only: it is retried like any other, and given up in the end. */
  async function send(email: outbox.ClaimedEmail, user: User) {
    try {
      return await transport.send(compose(parts, email, user));
    } catch (error) {
      if (error instanceof DeliveryFailure) return error;
      return new DeliveryFailure('deferred', reasonOf(error), false);
    }
  }
  /**
   * The worker may claim an e-mail again while its result is being stored, when the clock jumped past the lease: then
   * the result is stored for the later claim, whose answer may come after the refusal that it caused.
   */
  async function settle(email: outbox.ClaimedEmail, result: outbox.AttemptResult): Promise<boolean> {
    for (;;) {
      const { attempts } = email;
      if (await outbox.settle(db, email, result)) return true;
      await latestClaim();
      if (email.attempts === attempts) return false;
    }
  }
  const renew = (email: outbox.ClaimedEmail) =>
    outbox.renew(db, email, LEASE_MS).catch((error: unknown) => log.warn({ err: error }, 'cannot renew a lease'));

  return async (email) => {
    const note = createNote(email);
    try {
      return await attempt(email, note);
    } catch (error) {
      log.error({ ...note.about, err: error }, 'cannot store the result of an e-mail, retrying when its lease expires');
      return { server: 'unknown' };
    }
  };

  type Note = ReturnType<typeof createNote>;
  function createNote(email: outbox.ClaimedEmail) {
    const begunMs = performance.now();
    const about: Record<string, string | number> = { emailId: email.id, kind: email.kind, attempt: email.attempts };
    return {
      about,
      /** Updates the database first, then counters and log, which report only what was stored. */
      async result(result: outbox.AttemptResult) {
        const answer = removeTokens(escapeControlCharacters(result.answer)).slice(0, MAX_ANSWER_LENGTH);
        const isOurs = await settle(email, { ...result, answer });
        const line = { ...about, answer: maskAddresses(answer), ms: Math.round(performance.now() - begunMs) };
        if (!isOurs) return log.warn(line, 'another worker has taken over the e-mail');
        counters[result.outcome] += 1;
        log[LEVELS[result.outcome]](line, `e-mail ${WORDS[result.outcome]}`);
      },
    };
  }
}

/** The recipient of rehearsed e-mails, which are not sent. No account ever has this id. */
const NOBODY: User = {
  id: Number.MAX_SAFE_INTEGER,
  fullName: 'Ada Lovelace',
  email: 'nobody.in.particular@example.com',
  phoneNumber: '',
  industry: '',
  role: 'USER',
  profileImageUrl: null,
  accountStatus: 'INACTIVE',
  passwordHash: '',
  credentialVersion: 1,
  fields: null,
  secondFactors: 0,
  language: 'en',
  createdAtMs: 0,
  updatedAtMs: 0,
  deletionDueAtMs: null,
};

/** Not logged as an error: a stranger causes it by registering an address that does not exist. */
const LEVELS = { sent: 'info', delayed: 'warn', dead: 'warn' } as const;
const WORDS = { sent: 'sent', delayed: 'delayed', dead: 'given up' } as const;

/** The recipient of an e-mail about a deleted account; otherwise undefined. */
function formerOwner({ kind, user_id, recipient, payload }: outbox.ClaimedEmail): User | undefined {
  if (!KINDS[kind].outlivesAccount || user_id !== null || recipient === null) return undefined;
  return { ...NOBODY, email: recipient, fullName: optionalString(payload?.name) ?? '' };
}

/**
 * Whether the link would be refused, because it is for a password that was replaced, or for a change of address that
 * was stopped, replaced or completed, or its code no longer works; or whether the deletion that it announces was
 * cancelled.
 */
async function isSuperseded({ db, codes }: DeliveryParts, email: outbox.ClaimedEmail, user: User): Promise<boolean> {
  const { endsWithPassword = false, needsDeletion = false, needsEmailChange } = KINDS[email.kind];
  if (needsDeletion) return user.deletionDueAtMs === null;
  if (endsWithPassword && email.credential_version !== user.credentialVersion) return true;
  if (await codes[email.kind]?.isObsolete(db, email)) return true;
  if (needsEmailChange === undefined) return false;
  const change = await emailChanges.byId(db, emailChangeOf(email) ?? '');
  return change === undefined || (change.confirmedAtMs === null ? 'waiting' : 'confirmed') !== needsEmailChange;
}

function afterFailure(email: outbox.ClaimedEmail, { kind, message }: DeliveryFailure): outbox.AttemptResult {
  if (kind === 'refused' || email.age_ms > KINDS[email.kind].givenUpAfterMs)
    return { outcome: 'dead', answer: message };
  const delayMs =
    kind === 'unreachable' ? backoffMs(email.attempts, undefined, MAX_PROBE_WAIT_MS) : backoffMs(email.attempts);
  return { outcome: 'delayed', answer: message, delayMs };
}

function contactAfter({ kind, answered, message }: DeliveryFailure): ServerContact {
  if (kind === 'unreachable') return { server: 'away', reason: message };
  return { server: answered ? 'answered' : 'unknown' };
}
