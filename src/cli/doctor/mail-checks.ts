import type { NodemailerError } from 'nodemailer';
import { escapeControlCharacters } from '../../lib/escape-control-characters.ts';
import { createPool } from '../../mail/smtp/pool.ts';
import { reasonOf } from '../../mail/smtp/transport.ts';
import { readSmtpUrl } from '../../mail/smtp/url.ts';
import { type DoctorContext, type Findings, fault, ok, type Remedies, remedyFor } from '../framework/finding.ts';

const TIMEOUTS = { openMs: 10_000, inactivityMs: 10_000, idleMs: 0, totalMs: 20_000 };

const REMEDIES: Remedies = [
  [/^5(30|34|35|38)|auth/i, 'correct user and password of SMTP_URL (percent-encoded)'],
  [
    /certificate|TLS|SSL|STARTTLS/i,
    'smtps:// is for TLS from the first byte (port 465), smtp:// for STARTTLS (587); ?tls= of SMTP_URL says otherwise',
  ],
];
const WRONG_ADDRESS = 'correct host and port of SMTP_URL, and check whether a firewall blocks the port';

/** Connects to the mail server and logs in; sends nothing. */
export async function checkMail({ config }: DoctorContext): Promise<Findings> {
  if (config.smtpUrl === undefined) return [ok(`no mail server: e-mails go to ${config.dataDir}/inbox`)];
  const server = readSmtpUrl(config.smtpUrl);
  const where = `${server.host}:${server.port}`;
  const tooLate = Promise.withResolvers<never>();
  const deadline = setTimeout(() => tooLate.reject(new Error('the mail server took too long')), TIMEOUTS.totalMs);
  try {
    await Promise.race([createPool(server, TIMEOUTS).verify(), tooLate.promise]);
    const login = server.auth ? ` and lets ${server.auth.user} in` : ', without a login';
    return [ok(`${where} answers${login}; to send one: latchkey mail test <address>`)];
  } catch (error) {
    const reason = escapeControlCharacters(reasonOf(error as NodemailerError)).replace(/\s+/g, ' ');
    return [fault(`${where} does not accept e-mails: ${reason}`, remedyFor(reason, WRONG_ADDRESS, REMEDIES))];
  } finally {
    clearTimeout(deadline);
  }
}
