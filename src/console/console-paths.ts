import type { Features } from '../config/features.ts';

/** The screens of the console by the names of their texts: address, and module in screens/. */
export const CONSOLE_SCREENS = {
  overview: { path: '/admin', module: 'overview' },
  users: { path: '/admin/users', module: 'users' },
  user: { path: '/admin/users/:id', module: 'user' },
  invitations: { path: '/admin/invitations', module: 'invitations' },
  sessions: { path: '/admin/sessions', module: 'sessions' },
  audit: { path: '/admin/audit', module: 'audit' },
  emails: { path: '/admin/emails', module: 'emails' },
  keys: { path: '/admin/keys', module: 'signing-and-data-keys' },
  apiKeys: { path: '/admin/api-keys', module: 'api-keys' },
  apps: { path: '/admin/apps', module: 'apps' },
  settings: { path: '/admin/settings', module: 'settings' },
} as const;

export type ScreenName = keyof typeof CONSOLE_SCREENS;

/** The names of those that a deployment has: apps are there with OPENID=on. */
export const screenNames = ({ features }: { readonly features: Features }): readonly ScreenName[] =>
  (Object.keys(CONSOLE_SCREENS) as ScreenName[]).filter((name) => name !== 'apps' || features.openId);

/** Where a link of `latchkey admin link` leads. */
export const CLAIM_PATH = '/admin/claim';

/** Where the documents of this version are. */
export const DOCUMENTS_PATH = '/admin/documents';

/** The login page as visitors see it, without its script. */
export const PAGE_PREVIEW_PATH = '/admin/settings/preview';

/** The HTML of an e-mail with made-up contents. */
export const PREVIEW_PATH = '/admin/emails/preview';
