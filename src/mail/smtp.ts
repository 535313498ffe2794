import { createTransport } from 'nodemailer';
import { type MailTransport, PermanentRefusal } from './transport.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;

export function createSmtpTransport(smtpUrl: string): MailTransport {
  const { url, secure, host, port, auth } = readSmtpUrl(smtpUrl);
  const transporter = createTransport({
    host,
    port,
    secure,
    ...(auth && { auth }),
    pool: true,
    maxConnections: 4,
    maxMessages: 1000,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    tls: { rejectUnauthorized: url.searchParams.get('tls') !== 'insecure' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ messageId, from, to, subject, text, html }) {
      try {
        await transporter.sendMail({
          messageId,
          from,
          // The address as an object: it is never parsed again, so it cannot turn into two.
          to: { name: '', address: to },
          envelope: { from: transporterAddress(from), to },
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw isPermanent(error) ? new PermanentRefusal(reason(error)) : error;
      }
    },
    async close() {
      transporter.close();
    },
  };
}

function readSmtpUrl(smtpUrl: string) {
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  return {
    url,
    secure,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    auth: url.username && { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
  };
}

const transporterAddress = (from: string): string => /<([^>]+)>\s*$/.exec(from)?.[1] ?? from;

/** 5xx to this e-mail is final. Refused logins are the operator's to mend, so what waits must go on waiting. */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return responseCode !== undefined && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
