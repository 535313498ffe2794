import type { SettingValues } from './settings.ts';

type SmtpSettings = Pick<SettingValues, 'smtpUrl' | 'smtpPassword'>;

/** Why SMTP_PASSWORD cannot be used; undefined when it can, or is not set. */
export function faultOfSmtpPassword({ smtpUrl, smtpPassword }: SmtpSettings): string | undefined {
  if (smtpPassword === undefined) return undefined;
  if (smtpUrl === undefined) return 'needs SMTP_URL beside it';
  const { username, password } = new URL(smtpUrl);
  if (password !== '') return 'is set, and SMTP_URL has a password too: remove one of them';
  if (username === '') return 'needs a user in SMTP_URL, such as smtp://user@mail.example.com:587';
  return undefined;
}

/** SMTP_URL with the password in it, wherever that was set. */
export function completeSmtpUrl({ smtpUrl, smtpPassword }: SmtpSettings): string | undefined {
  if (smtpUrl === undefined || smtpPassword === undefined) return smtpUrl;
  const url = new URL(smtpUrl);
  url.password = encodeURIComponent(smtpPassword);
  return url.href;
}
