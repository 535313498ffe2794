/** The groups of operations, in the order of the documentation. */
export const TAGS = {
  Accounts: 'Registration, verification and your profile.',
  Sessions: 'Login, refresh, logout, and logged-in devices.',
  Passwords: 'Forgotten, replaced and first passwords.',
  'Change of address': 'A change of address is confirmed at the new one and reverted from the old one.',
  'Export and deletion': 'Everything stored about an account, and its deletion.',
  'Second factors': 'Authenticator apps and recovery codes.',
  Passkeys: 'Login without a password, unless `PASSKEYS=off`.',
  'Login with other providers': 'Google, Microsoft, GitHub, Apple and OpenID providers, if the settings name any.',
  Apps: 'Apps that log people in through OpenID, with `OPENID=on`.',
  'Administration: users': 'For administrators and API keys. `ADMIN=off` removes the whole administration.',
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
