import { isLoopback } from '../../lib/loopback.ts';

/** How to reach the mail server, as options of nodemailer. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly secure: boolean;
  readonly requireTLS: boolean;
  readonly ignoreTLS: boolean;
  readonly tls: { readonly rejectUnauthorized: boolean };
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
}

/**
 * `smtps://` is TLS from the first byte; `smtp://` upgrades with STARTTLS, which is required if a password would
 * otherwise cross a network in the clear. `?tls=` overrides it: required, optional, off, or insecure (any certificate).
 */
export function readSmtpUrl(smtpUrl: string): SmtpServer {
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const auth =
    url.username === ''
      ? undefined
      : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
  const tls = url.searchParams.get('tls') ?? (auth && !isLoopback(host) ? 'required' : 'optional');
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    tls: { rejectUnauthorized: tls !== 'insecure' },
    auth,
  };
}
