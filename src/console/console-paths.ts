import type { Features } from '../config/features.ts';

/** The screens by the names of their texts: address, module in screens/, and the letter after `g`. */
export const CONSOLE_SCREENS = {
  overview: { path: '/admin', module: 'overview', key: 'o' },
  users: { path: '/admin/users', module: 'users', key: 'u' },
  user: { path: '/admin/users/:id', module: 'user' },
  invitations: { path: '/admin/invitations', module: 'invitations', key: 'v' },
  sessions: { path: '/admin/sessions', module: 'sessions', key: 's' },
  audit: { path: '/admin/audit', module: 'audit', key: 'a' },
  emails: { path: '/admin/emails', module: 'emails', key: 'e' },
  keys: { path: '/admin/keys', module: 'signing-and-data-keys', key: 'y' },
  apiKeys: { path: '/admin/api-keys', module: 'api-keys', key: 'i' },
  apps: { path: '/admin/apps', module: 'apps', key: 'p' },
  settings: { path: '/admin/settings', module: 'settings', key: 't' },
} as const;

export type ScreenName = keyof typeof CONSOLE_SCREENS;

/** Screens in the navigation. */
export const MAIN_SCREENS = (Object.keys(CONSOLE_SCREENS) as ScreenName[]).filter((name) => name !== 'user');

/** The screens of a deployment: Apps needs OPENID=on. */
export const screenNames = ({ features }: { readonly features: Features }): readonly ScreenName[] =>
  (Object.keys(CONSOLE_SCREENS) as ScreenName[]).filter((name) => name !== 'apps' || features.openId);

/** The page behind a link of `latchkey admin link`. */
export const CLAIM_PATH = '/admin/claim';

/** This version's documents as Markdown. */
export const DOCUMENTS_PATH = '/admin/documents';

/** The login page as visitors see it, without its script. */
export const PAGE_PREVIEW_PATH = '/admin/settings/preview';

/** The HTML of an e-mail with sample content. */
export const EMAIL_PREVIEW_PATH = '/admin/emails/preview';
