import type Mail from 'nodemailer/lib/mailer';
import type Pool from 'nodemailer/lib/smtp-pool';
import { requireCommonJs } from '../../lib/require-common-js.ts';
import type { SmtpServer } from './url.ts';

// Together they are `createTransport({ pool: true })`. The whole package loads its other transports too: 7 MB.
const Mailer = requireCommonJs('nodemailer/lib/mailer') as typeof Mail;
const SmtpPool = requireCommonJs('nodemailer/lib/smtp-pool') as typeof Pool;

export interface SmtpTimeouts {
  /** The time until the greeting and for TLS. Some servers deliberately delay the greeting of unknown clients. */
  readonly openMs: number;
  readonly inactivityMs: number;
  /** How long an idle connection is kept. */
  readonly idleMs: number;
  /** Limits the whole dialogue: a server that answers every command just in time could otherwise take minutes. */
  readonly totalMs: number;
}

/** The connections to the mail server. They are opened as needed and carry at most a hundred e-mails each. */
export function createPool(server: SmtpServer, { openMs, inactivityMs, idleMs }: SmtpTimeouts) {
  const options = {
    ...server,
    // The worker sends no more at once.
    maxConnections: 10,
    // If an idle connection turns out to be broken, the e-mail is sent over a new one.
    maxRequeues: 1,
    idleTimeout: idleMs,
    dnsTimeout: openMs,
    connectionTimeout: openMs,
    greetingTimeout: openMs,
    socketTimeout: inactivityMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return new Mailer(new SmtpPool(options), options);
}
