import { realTimers, type Timers } from '../../lib/timers.ts';
import { bareAddress, DeliveryFailure, type FailureKind, type MailTransport } from '../transport.ts';
import type { SmtpServer, SmtpSession, SmtpTimeouts } from './session.ts';

/** How long an idle connection is kept. The worker limits their number. */
const IDLE_MS = 5000;
/** Servers limit it; all common ones allow a hundred. */
const MAX_EMAILS_PER_CONNECTION = 100;

const TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, greetingMs: 15_000, inactivityMs: 20_000, totalMs: 45_000 };

/** The mail library is loaded after the start (app/load-after-start.ts), or with the first e-mail. */
const loadLibrary = () => Promise.all([import('../render/mime.ts'), import('./session.ts')]);

export function createSmtpTransport(
  server: SmtpServer,
  timers: Timers = realTimers,
  timeouts: SmtpTimeouts = TIMEOUTS,
): MailTransport {
  const idle: SmtpSession[] = [];
  const cuts = new Set<SmtpSession['cut']>();
  let closed = false;

  const endRetiring = timers.every(IDLE_MS, () => {
    for (const session of idle.splice(0)) session.quit();
  });

  /** If an idle connection turns out to be broken, the e-mail is sent over a new one. */
  async function carry(attempt: Attempt): Promise<string> {
    const kept = idle.pop();
    if (kept?.isUsable) {
      try {
        return await attempt.over(kept);
      } catch (error) {
        if (attempt.isHandedOver || answerCode(error) !== undefined) throw error;
      }
    }
    return attempt.over(await openFor(attempt));
  }
  async function openFor(attempt: Attempt): Promise<SmtpSession> {
    const [, { openSmtpSession }] = await loadLibrary();
    try {
      return await openSmtpSession(server, timeouts, attempt.onOpening);
    } catch (error) {
      throw new DeliveryFailure('unreachable', reasonOf(error), false);
    }
  }

  return {
    async send(email, beforeLastByte) {
      const [{ toMime }] = await loadLibrary();
      if (closed) throw new DeliveryFailure('unreachable', 'the service stopped', false);
      const attempt = createAttempt(bareAddress(email.from), email.to, await toMime(email), beforeLastByte);
      cuts.add(attempt.cut);
      const cancelDeadline = timers.after(timeouts.totalMs, () =>
        attempt.cut(new Error('the mail server took too long')),
      );
      try {
        const answer = await carry(attempt);
        const { session } = attempt;
        if (session && (closed || session.emailsSent >= MAX_EMAILS_PER_CONNECTION)) session.quit();
        else if (session) idle.push(session);
        return answer;
      } catch (error) {
        attempt.cut(new Error('given up'));
        throw error instanceof DeliveryFailure ? error : failureFrom(error);
      } finally {
        cancelDeadline();
        cuts.delete(attempt.cut);
      }
    },
    async rehearse(email) {
      const [{ toMime }] = await loadLibrary();
      await toMime(email);
    },
    async close() {
      closed = true;
      endRetiring();
      for (const session of idle.splice(0)) session.quit();
      for (const cut of cuts) cut(new Error('the service stopped'));
    },
  };
}

/** The transmission of one e-mail, over any session. */
interface Attempt {
  readonly session: SmtpSession | undefined;
  /** Whether the last byte was sent: from then on, only the server knows whether it has the e-mail. */
  readonly isHandedOver: boolean;
  onOpening(cut: SmtpSession['cut']): void;
  over(session: SmtpSession): Promise<string>;
  cut(reason: Error): void;
}

function createAttempt(
  sender: string,
  recipient: string,
  message: Buffer,
  beforeLastByte: () => Promise<void>,
): Attempt {
  let cutSession: SmtpSession['cut'] = () => {};
  let session: SmtpSession | undefined;
  let isHandedOver = false;
  return {
    get session() {
      return session;
    },
    get isHandedOver() {
      return isHandedOver;
    },
    onOpening(cut) {
      cutSession = cut;
    },
    over(chosen) {
      session = chosen;
      cutSession = chosen.cut;
      return chosen.send(sender, recipient, message, async () => {
        await beforeLastByte();
        isHandedOver = true;
      });
    },
    cut: (reason) => cutSession(reason),
  };
}

/** Answers that do not concern this e-mail: 421, the server closes the connection; 530, it requires a login. */
const NOT_ABOUT_THE_EMAIL = new Set([421, 530, 534, 535, 538]);

function failureFrom(error: unknown): DeliveryFailure {
  const code = answerCode(error);
  return new DeliveryFailure(
    kindOf(error, code),
    reasonOf(error),
    code !== undefined && !NOT_ABOUT_THE_EMAIL.has(code),
  );
}

function kindOf(error: unknown, code: number | undefined): FailureKind {
  if (code === undefined) return isLocalRefusal(error) ? 'refused' : 'deferred';
  if (NOT_ABOUT_THE_EMAIL.has(code)) return 'unreachable';
  return code >= 500 ? 'refused' : 'deferred';
}

/** The client refused to send the e-mail, for example because it exceeds the server's size limit. */
const isLocalRefusal = (error: unknown): boolean => /^(EENVELOPE|EMESSAGE)$/.test(String(member(error, 'code')));

function answerCode(error: unknown): number | undefined {
  const code = member(error, 'responseCode');
  return typeof code === 'number' ? code : undefined;
}

/** The server's answer, if there is one. */
export function reasonOf(error: unknown): string {
  const response = member(error, 'response');
  if (typeof response === 'string' && response !== '') return response;
  return error instanceof Error ? error.message : String(error);
}

const member = (error: unknown, name: string): unknown =>
  error instanceof Error ? (error as unknown as Record<string, unknown>)[name] : undefined;
