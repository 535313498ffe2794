import type { Readable } from 'node:stream';
import type { NodemailerError } from 'nodemailer';
import { realTimers, type Timers } from '../../lib/timers.ts';
import { bareAddress, DeliveryFailure, type MailTransport } from '../transport.ts';
import type { createPool, SmtpTimeouts } from './pool.ts';
import type { SmtpServer } from './url.ts';

const TIMEOUTS: SmtpTimeouts = { openMs: 15_000, inactivityMs: 20_000, idleMs: 5000, totalMs: 45_000 };

/** The mail library is loaded after the start (app/load-after-start.ts), or with the first e-mail. */
const loadLibrary = () => Promise.all([import('../render/mime.ts'), import('./pool.ts')]);

type SmtpPool = ReturnType<typeof createPool>;

export function createSmtpTransport(
  server: SmtpServer,
  timers: Timers = realTimers,
  timeouts: SmtpTimeouts = TIMEOUTS,
): MailTransport {
  let pool: SmtpPool | undefined;
  let closed = false;
  /** The messages that got an open connection, by envelope. */
  const streams = new WeakMap<object, Readable>();

  const openPool = (create: typeof createPool): SmtpPool =>
    create(server, timeouts).use('stream', ({ data, message }, done) => {
      message?.processFunc((stream) => {
        if (data.envelope) streams.set(data.envelope, stream);
        return stream;
      });
      done();
    });

  return {
    async send(email) {
      const [{ toMessage }, { createPool }] = await loadLibrary();
      if (closed) throw new DeliveryFailure('unreachable', STOPPED, false);
      pool ??= openPool(createPool);
      const used = pool;
      const tooLate = Promise.withResolvers<never>();
      // The library cannot end a single transmission, so the others end too and are repeated later.
      const cancelDeadline = timers.after(timeouts.totalMs, () => {
        tooLate.reject(new DeliveryFailure('deferred', 'the mail server took too long', false));
        if (pool === used) pool = undefined;
        used.close({ force: true });
      });
      const envelope = { from: mailbox(bareAddress(email.from)), to: mailbox(email.to) };
      try {
        const sending = used.sendMail({ ...toMessage(email), envelope });
        return (await Promise.race([sending, tooLate.promise])).response;
      } catch (error) {
        if (error instanceof DeliveryFailure) throw error;
        if (closed) throw new DeliveryFailure('deferred', STOPPED, false);
        throw failureFrom(error as NodemailerError, streams.get(envelope));
      } finally {
        cancelDeadline();
      }
    },
    async rehearse(email) {
      const [{ toMime }] = await loadLibrary();
      await toMime(email);
    },
    async close() {
      closed = true;
      pool?.close({ force: true });
    },
  };
}

const STOPPED = 'the service stopped';

/** An object is not parsed again, so one address cannot turn into two. */
const mailbox = (address: string) => ({ name: '', address });

/** Answers that do not concern this e-mail: 421, the server closes the connection; 530, it requires a login. */
const NOT_ABOUT_THE_EMAIL = new Set([421, 530, 534, 535, 538]);

function failureFrom(error: NodemailerError, stream: Readable | undefined): DeliveryFailure {
  const { code, responseCode, permanent, timeoutType } = error;
  const isAboutTheEmail = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (isAboutTheEmail && !NOT_ABOUT_THE_EMAIL.has(responseCode ?? 0)) {
    // Without an answer, the library itself refused the e-mail.
    const kind = permanent === false ? 'deferred' : 'refused';
    return new DeliveryFailure(kind, reasonOf(error), responseCode !== undefined);
  }
  // A server that may have the e-mail, or is slow about it, must not get it again every few seconds.
  const hasBegun = stream !== undefined && (stream.readableDidRead || timeoutType === 'SOCKET_TIMEOUT');
  return new DeliveryFailure(hasBegun ? 'deferred' : 'unreachable', reasonOf(error), false);
}

/** The server's answer, if there is one. */
export const reasonOf = ({ response, message }: NodemailerError): string => response || message;
