import type { Config } from '../../config/config.ts';
import { type Finding, ok } from './finding.ts';

/** Lists what is switched off, and by which setting. */
export function checkFeatures(config: Config): Finding[] {
  const { features } = config;
  const off: readonly (readonly [isOn: boolean, what: string, why: string])[] = [
    [features.pages, 'hosted pages', 'PAGES=off'],
    [features.admin, 'the administration', 'ADMIN=off'],
    [
      features.reference,
      'the reference at /docs',
      config.given.includes('DOCS') ? 'DOCS=off' : 'off by default in production',
    ],
    [features.openId, 'logging in to other apps', 'OPENID is not on'],
    [features.authenticatorApps, 'authenticator apps', config.totp === false ? 'TOTP=off' : 'DATA_KEYS is not set'],
    [features.passkeys, 'passkeys', config.passkeys === false ? 'PASSKEYS=off' : 'no DATA_KEYS, or no host name'],
    [config.metricsPort !== undefined, 'metrics', 'METRICS_PORT is not set'],
    [config.smtpUrl !== undefined, 'real e-mails', 'SMTP_URL is not set'],
    [config.breachedPasswords !== 'off', 'looking for breached passwords', 'BREACHED_PASSWORDS=off'],
    [config.maxFailedLogins > 0, 'the limit of wrong passwords', 'MAX_FAILED_LOGINS=0'],
    [config.maxFailedCodes > 0, 'the limit of wrong codes', 'MAX_FAILED_CODES=0'],
  ];
  const lines = off.filter(([isOn]) => !isOn).map(([, what, why]) => ok(`${what}: off, because ${why}`));
  return lines.length > 0 ? lines : [ok('nothing')];
}
