import type { Logger } from 'pino';
import { RESET_TTL_MS, type SignedTokens, VERIFICATION_TTL_MS } from '../accounts/signed-tokens.ts';
import type { User } from '../accounts/user.ts';
import type { Database } from '../store/database.ts';
import * as outbox from '../store/outbox.ts';
import * as users from '../store/users.ts';
import { passwordResetLink, verificationLink } from './links.ts';
import { renderMessage } from './messages.ts';
import { type MailTransport, PermanentRefusal } from './transport.ts';

/** What one worker sends at once. */
const BATCH = 8;
/** Longer than any send can take, so that no e-mail is ever with two workers; short enough to be taken over soon. */
const LEASE_MS = 60_000;
const LONGEST_SLEEP_MS = 1000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 5 * 60_000;

/** An e-mail that could not be delivered for as long as its link would have worked has become pointless. */
const GIVE_UP_AFTER_MS: Record<outbox.EmailKind, number> = {
  verification: VERIFICATION_TTL_MS,
  password_reset: RESET_TTL_MS,
};

export interface MailWorkerParts {
  readonly db: Database;
  readonly tokens: SignedTokens;
  readonly transport: MailTransport;
  readonly from: string;
  readonly frontendUrl: () => string;
  readonly nowMs: () => number;
  readonly log: Logger;
}

export interface MailWorker {
  start(): void;
  /** An e-mail was committed: look now rather than in a second. */
  wake(): void;
  /** Finishes what is being sent; what waits stays in the database. */
  stop(): Promise<void>;
}

export function createMailWorker(parts: MailWorkerParts): MailWorker {
  const { db, log } = parts;
  let stopping = false;
  let woken = false;
  let rouse: () => void = () => {};
  let finished: Promise<void> = Promise.resolve();

  async function work(): Promise<void> {
    while (!stopping) {
      woken = false;
      try {
        const claimed = await outbox.claim(db, BATCH, LEASE_MS);
        await Promise.all(claimed.map((email) => deliver(parts, email)));
        if (claimed.length === BATCH) continue;
      } catch (error) {
        log.error({ err: error }, 'the outbox cannot be read');
      }
      await sleep();
    }
  }
  async function sleep(): Promise<void> {
    if (woken || stopping) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LONGEST_SLEEP_MS);
      rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
  const wake = () => {
    woken = true;
    rouse();
  };

  return {
    start() {
      finished = work();
    },
    wake,
    async stop() {
      stopping = true;
      wake();
      await finished;
    },
  };
}

async function deliver(parts: MailWorkerParts, email: outbox.ClaimedEmail): Promise<void> {
  const { db, log } = parts;
  const about = { emailId: email.id, kind: email.kind, attempt: email.attempts };
  try {
    const user = await users.byId(db, email.user_id);
    if (!user || isSuperseded(email, user)) {
      await outbox.finish(db, email, 'superseded');
      log.info(about, 'e-mail superseded');
      return;
    }
    await send(parts, email, user);
    await outbox.finish(db, email, 'sent');
    log.info(about, 'e-mail sent');
  } catch (error) {
    await recordFailure(parts, email, error).catch((cause) => {
      // The lease runs out by itself: the e-mail is tried again in any case.
      log.error({ ...about, err: cause }, 'the outbox cannot be written');
    });
  }
}

/** A reset link made for a password that is gone would lead nowhere. */
const isSuperseded = (email: outbox.ClaimedEmail, user: User): boolean =>
  email.kind === 'password_reset' && email.credential_version !== user.credentialVersion;

/** The token is made here, at the last moment, and exists nowhere but in the e-mail. */
async function send(parts: MailWorkerParts, email: outbox.ClaimedEmail, user: User): Promise<void> {
  const { tokens, transport } = parts;
  const { from } = parts;
  const link =
    email.kind === 'verification'
      ? verificationLink(parts.frontendUrl(), tokens.verification(user.id), user.email)
      : passwordResetLink(parts.frontendUrl(), tokens.passwordReset(user.id, user.credentialVersion));
  const domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  await transport.send({
    ...renderMessage(email.kind, { fullName: user.fullName, link }),
    messageId: `<${email.message_id}@${domain}>`,
    from,
    to: user.email,
  });
}

async function recordFailure(parts: MailWorkerParts, email: outbox.ClaimedEmail, error: unknown): Promise<void> {
  const { db, log, nowMs } = parts;
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  const about = { emailId: email.id, kind: email.kind, attempt: email.attempts, reason };
  const expired = nowMs() - email.created_at > GIVE_UP_AFTER_MS[email.kind];
  if (error instanceof PermanentRefusal || expired) {
    await outbox.finish(db, email, 'dead', reason);
    log.error(about, 'e-mail given up');
    return;
  }
  await outbox.retryLater(db, email, retryDelayMs(email.attempts), reason);
  log.warn(about, 'e-mail delayed');
}

/** Doubling, and jittered so that what failed together does not come back together. */
function retryDelayMs(attempts: number): number {
  const ceiling = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_RETRY_MS);
  return ceiling * (0.5 + Math.random() / 2);
}
