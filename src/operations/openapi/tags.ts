/** The groups of operations, in the order of the documentation. */
export const TAGS = {
  Accounts: 'Registration, verification and the own profile.',
  Sessions: 'Login, refresh, logout, and the devices that are logged in.',
  Passwords: 'Forgotten, replaced and first passwords.',
  'Change of address': 'Another e-mail address, confirmed there and reverted from the old one.',
  'Export and deletion': 'Everything that is stored about an account, and the end of it.',
  'Second factors': 'Authenticator apps and recovery codes.',
  Passkeys: 'Login without a password; gone with `PASSKEYS=off`.',
  'Login with other providers':
    'Google, Microsoft, GitHub, Apple and OpenID providers; there once the settings name one.',
  Apps: 'Apps that log people in by OpenID; there with `OPENID=on`.',
  'Administration: users': 'For administrators and API keys. All of the administration is gone with `ADMIN=off`.',
  'Administration: sessions': 'Who is logged in.',
  'Administration: audit trail': 'Events of accounts and of the administration.',
  'Administration: statistics': 'Events per day.',
  'Administration: e-mails': 'The queue of e-mails.',
  'Administration: system': 'Keys, settings and health.',
  'Administration: API keys': 'Keys for programs.',
  'Administration: OpenID clients': 'Apps that use Latchkey for logins.',
  Service: 'For load balancers and for services that verify tokens.',
} as const;

export type Tag = keyof typeof TAGS;
