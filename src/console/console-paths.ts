import type { Features } from '../config/features.ts';
import type { AdminTexts } from './texts/en.ts';

interface Screen {
  readonly path: string;
  /** The module in screens/. */
  readonly module: string;
  /** The letter after `g` that opens it. */
  readonly key?: string;
  /** Its group in the navigation; without one, it is not listed. */
  readonly group?: 'main' | 'system';
  /** A screen exists only with its feature. */
  readonly feature?: keyof Features;
  /** Further texts that it shows, besides its own and the common ones. */
  readonly texts?: readonly (keyof AdminTexts)[];
  /** Whether it shows previews in a frame. */
  readonly frames?: true;
}

const SCREENS = {
  overview: { path: '/admin', module: 'overview', key: 'o', group: 'main', texts: ['audit', 'events'] },
  users: { path: '/admin/users', module: 'users', key: 'u', group: 'main' },
  user: { path: '/admin/users/:id', module: 'user', texts: ['audit', 'events', 'emails'] },
  // The texts of users are for the invitation dialog.
  invitations: { path: '/admin/invitations', module: 'invitations', key: 'v', group: 'main', texts: ['users'] },
  sessions: { path: '/admin/sessions', module: 'sessions', key: 's', group: 'main' },
  audit: { path: '/admin/audit', module: 'audit', key: 'a', group: 'main', texts: ['events'] },
  emails: { path: '/admin/emails', module: 'emails', key: 'e', group: 'main', frames: true },
  keys: { path: '/admin/keys', module: 'signing-and-data-keys', key: 'y', group: 'system' },
  apiKeys: { path: '/admin/api-keys', module: 'api-keys', key: 'i', group: 'system' },
  apps: { path: '/admin/apps', module: 'apps', key: 'p', group: 'system', feature: 'openId' },
  settings: { path: '/admin/settings', module: 'settings', key: 't', group: 'system', frames: true },
} as const satisfies Readonly<Record<string, Screen>>;

type Screens = typeof SCREENS;
export type ScreenName = keyof Screens;
type MainScreen = {
  [Name in ScreenName]: Screens[Name] extends { readonly group: string } ? Name : never;
}[ScreenName];

/** The screens by the names of their texts, in the order of the navigation. */
export const CONSOLE_SCREENS: Readonly<Record<ScreenName, Screen>> = SCREENS;

const NAMES = Object.keys(SCREENS) as ScreenName[];
const isMain = (name: ScreenName): name is MainScreen => CONSOLE_SCREENS[name].group !== undefined;

/** Screens in the navigation. */
export const MAIN_SCREENS = NAMES.filter(isMain);

/** The screens of a deployment. */
export const screenNames = ({ features }: { readonly features: Features }): readonly ScreenName[] =>
  NAMES.filter((name) => {
    const { feature } = CONSOLE_SCREENS[name];
    return feature === undefined || features[feature];
  });

/** The page behind a link of `latchkey admin link`. */
export const CLAIM_PATH = '/admin/claim';

/** This version's documents as Markdown. */
export const DOCUMENTS_PATH = '/admin/documents';

/** The login page as visitors see it, without its script. */
export const PAGE_PREVIEW_PATH = '/admin/settings/preview';

/** The HTML of an e-mail with sample content. */
export const EMAIL_PREVIEW_PATH = '/admin/emails/preview';
