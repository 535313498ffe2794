import { escapeControlCharacters } from '../../lib/escape-control-characters.ts';
import { openSmtpSession } from '../../mail/smtp/session.ts';
import { reasonOf } from '../../mail/smtp/transport.ts';
import { readSmtpUrl } from '../../mail/smtp/url.ts';
import { type DoctorContext, type Finding, fault, ok } from './finding.ts';

const TIMEOUTS = { connectMs: 5000, greetingMs: 10_000, inactivityMs: 10_000, totalMs: 20_000 };

/** Talks to the mail server up to the login; sends nothing. */
export async function checkMail({ config }: Pick<DoctorContext, 'config'>): Promise<Finding> {
  if (config.smtpUrl === undefined) return ok(`no mail server: e-mails go to ${config.dataDir}/inbox`);
  const server = readSmtpUrl(config.smtpUrl);
  const where = `${server.host}:${server.port}`;
  let cut: (reason: Error) => void = () => {};
  const deadline = setTimeout(() => cut(new Error('the mail server took too long')), TIMEOUTS.totalMs);
  try {
    const session = await openSmtpSession(server, TIMEOUTS, (cutSession) => {
      cut = cutSession;
    });
    session.quit();
    const login = server.credentials ? ` and lets ${server.credentials.user} in` : ', without a login';
    return ok(`${where} answers${login}; to send one: latchkey mail test <address>`);
  } catch (error) {
    cut(new Error('given up'));
    const reason = escapeControlCharacters(reasonOf(error)).replace(/\s+/g, ' ');
    return fault(`${where} does not accept e-mails: ${reason}`, remedyFor(reason));
  } finally {
    clearTimeout(deadline);
  }
}

function remedyFor(reason: string): string {
  if (/^5(30|34|35|38)|auth/i.test(reason)) return 'correct user and password of SMTP_URL (percent-encoded)';
  if (/certificate|TLS|SSL|STARTTLS/i.test(reason))
    return (
      'smtps:// is for TLS from the first byte (port 465), smtp:// for STARTTLS (587); ?tls= of SMTP_URL says ' +
      'otherwise'
    );
  return 'correct host and port of SMTP_URL, and check whether a firewall blocks the port';
}
