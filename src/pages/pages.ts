import { join } from 'node:path';
import type { Allowances } from './content-security-policy.ts';
import type { LoadView } from './page.ts';
import type { PageFeatures } from './page-features.ts';
import type { ScriptSource } from './script-source.ts';

export interface Page extends Pick<Allowances, 'pictures' | 'frames'> {
  readonly path: string;
  /** The name of its script. */
  readonly name: string;
  /** A part that the script imports at once. */
  readonly part?: string;
  readonly view: LoadView;
  /** The page exists if this feature is on. */
  readonly feature?: keyof PageFeatures;
  /** Shown in its place if the feature is off. */
  readonly without?: LoadView;
  /** The page leads on at once, and offers no other language. */
  readonly isPassage?: boolean;
}

export const PAGES: readonly Page[] = [
  { path: '/', name: 'home', view: async () => (await import('./views/home.ts')).home },
  {
    path: '/register',
    name: 'register',
    view: async () => (await import('./views/register.ts')).register,
    feature: 'registration',
    without: async () => (await import('./views/registration-closed.ts')).registrationClosed,
  },
  { path: '/login', name: 'login', view: async () => (await import('./views/login.ts')).login },
  {
    path: '/login/callback/:provider',
    feature: 'identities',
    name: 'login-callback',
    view: async () => (await import('./views/login-callback.ts')).loginCallback,
    isPassage: true,
  },
  {
    path: '/login/code',
    feature: 'emailLogin',
    name: 'login-code',
    view: async () => (await import('./views/email-login.ts')).loginCode,
  },
  {
    path: '/connect',
    name: 'connect',
    view: async () => (await import('./views/connect.ts')).connect,
    feature: 'openId',
    pictures: ['https:'],
  },
  { path: '/verify', name: 'verify', view: async () => (await import('./views/verify.ts')).verify },
  {
    path: '/forgot-password',
    name: 'forgot-password',
    view: async () => (await import('./views/forgot-password.ts')).forgotPassword,
  },
  {
    path: '/reset-password',
    name: 'reset-password',
    view: async () => (await import('./views/reset-password.ts')).resetPassword,
  },
  {
    path: '/invitation',
    name: 'invitation',
    view: async () => (await import('./views/invitation.ts')).invitation,
  },
  {
    path: '/confirm-email-change',
    name: 'confirm-email-change',
    view: async () => (await import('./views/email-change.ts')).confirmEmailChange,
  },
  {
    path: '/stop-email-change',
    name: 'stop-email-change',
    view: async () => (await import('./views/email-change.ts')).stopEmailChange,
  },
  {
    path: '/revert-email-change',
    name: 'revert-email-change',
    view: async () => (await import('./views/email-change.ts')).revertEmailChange,
  },
  // The only page that loads from other hosts without a waiting app: the owner's profile picture and the logos of apps.
  {
    path: '/account',
    name: 'account',
    view: async () => (await import('./views/account.ts')).account,
    pictures: ['https:', 'http:'],
  },
];

/** Scripts that share little with others. */
const ALONE = ['before-first-paint', 'inbox', 'account', 'connect'];

export const PAGE_SCRIPTS: ScriptSource = {
  folder: join(import.meta.dirname, 'browser'),
  sharing: PAGES.map(({ name }) => name).filter((name) => !ALONE.includes(name)),
  alone: ALONE,
  onServer: 'forms/render-form',
};
