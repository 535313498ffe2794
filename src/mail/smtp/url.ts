import { isLoopback } from '../../lib/loopback.ts';
import type { SmtpServer } from './session.ts';

/**
 * `smtps://` is TLS from the first byte; `smtp://` upgrades with STARTTLS, which is required if a password would
 * otherwise cross a network in the clear. `?tls=` overrides it: required, optional, off, or insecure (any certificate).
 */
export function readSmtpUrl(smtpUrl: string): SmtpServer {
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const credentials =
    url.username === ''
      ? undefined
      : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
  const tls = url.searchParams.get('tls') ?? (credentials && !isLoopback(host) ? 'required' : 'optional');
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    rejectUnauthorized: tls !== 'insecure',
    credentials,
  };
}
