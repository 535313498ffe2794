import type { PageFeatures } from '../pages/page-features.ts';

interface Screen {
  readonly path: string;
  /** The module in screens/. */
  readonly module: string;
  /** The letter after `g` that opens it. */
  readonly key?: string;
  /** Its group in the navigation; without one, it is not listed. */
  readonly group?: 'main' | 'system';
  /** A screen exists only with its feature, which this setting switches on. */
  readonly feature?: keyof PageFeatures;
  readonly setting?: string;
}

const SCREENS = {
  overview: { path: '/admin', module: 'overview', key: 'o', group: 'main' },
  users: { path: '/admin/users', module: 'users', key: 'u', group: 'main' },
  user: { path: '/admin/users/:id', module: 'user' },
  invitations: { path: '/admin/invitations', module: 'invitations', key: 'v', group: 'main' },
  sessions: { path: '/admin/sessions', module: 'sessions', key: 's', group: 'main' },
  audit: { path: '/admin/audit', module: 'audit', key: 'a', group: 'main' },
  emails: { path: '/admin/emails', module: 'emails', key: 'e', group: 'main' },
  keys: { path: '/admin/keys', module: 'signing-and-data-keys', key: 'y', group: 'system' },
  apiKeys: { path: '/admin/api-keys', module: 'api-keys', key: 'i', group: 'system', feature: 'apiKeys' },
  apps: { path: '/admin/apps', module: 'apps', key: 'p', group: 'system', feature: 'openId', setting: 'OPENID=on' },
  settings: { path: '/admin/settings', module: 'settings', key: 't', group: 'system' },
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

/** The screens of a deployment, and those that are switched off. */
export function screenNames({ features }: { readonly features: PageFeatures }) {
  const isOn = (name: ScreenName) => {
    const { feature } = CONSOLE_SCREENS[name];
    return feature === undefined || features[feature];
  };
  return { on: NAMES.filter(isOn), off: NAMES.filter((name) => !isOn(name)) };
}

/** The page behind a link of `latchkey admin link`. */
export const CLAIM_PATH = '/admin/claim';

/** This version's documents as Markdown. */
export const DOCUMENTS_PATH = '/admin/documents';

/** The login page as visitors see it, without its script. */
export const PAGE_PREVIEW_PATH = '/admin/settings/preview';

/** The HTML of an e-mail with sample content. */
export const EMAIL_PREVIEW_PATH = '/admin/emails/preview';
