/** The screens of the console by the names of their texts: address, and file in views/admin and browser/admin. */
export const CONSOLE_SCREENS = {
  overview: { path: '/admin', page: 'admin/overview' },
  users: { path: '/admin/users', page: 'admin/users' },
  user: { path: '/admin/users/:id', page: 'admin/user' },
  sessions: { path: '/admin/sessions', page: 'admin/sessions' },
  audit: { path: '/admin/audit', page: 'admin/audit' },
  emails: { path: '/admin/emails', page: 'admin/emails' },
  keys: { path: '/admin/keys', page: 'admin/signing-and-data-keys' },
  apiKeys: { path: '/admin/api-keys', page: 'admin/api-keys' },
  settings: { path: '/admin/settings', page: 'admin/settings' },
} as const;

export type ScreenName = keyof typeof CONSOLE_SCREENS;

/** Where a link of `latchkey admin link` leads. */
export const CLAIM_PATH = '/admin/claim';

/** The HTML of an e-mail with made-up contents. */
export const PREVIEW_PATH = '/admin/emails/preview';
