import { type DocumentParts, renderDocument } from './document.ts';
import type { PageContext, View } from './page.ts';
import { account } from './views/account/account.ts';
import { apiKeys } from './views/admin/api-keys.ts';
import { audit } from './views/admin/audit.ts';
import { claim } from './views/admin/claim.ts';
import { emails } from './views/admin/emails.ts';
import { framed } from './views/admin/frame.ts';
import { keys } from './views/admin/keys.ts';
import { overview } from './views/admin/overview.ts';
import { sessions } from './views/admin/sessions.ts';
import { settings } from './views/admin/settings.ts';
import { user } from './views/admin/user.ts';
import { users } from './views/admin/users.ts';
import { confirmEmailChange, revertEmailChange, stopEmailChange } from './views/email-change.ts';
import { forgotPassword } from './views/forgot-password.ts';
import { home } from './views/home.ts';
import { invitation } from './views/invitation.ts';
import { login } from './views/login.ts';
import { notFound } from './views/not-found.ts';
import { register } from './views/register.ts';
import { resetPassword } from './views/reset-password.ts';
import { verify } from './views/verify.ts';

const VIEWS = {
  home,
  register,
  login,
  verify,
  'forgot-password': forgotPassword,
  'reset-password': resetPassword,
  invitation,
  'confirm-email-change': confirmEmailChange,
  'stop-email-change': stopEmailChange,
  'revert-email-change': revertEmailChange,
  account,
  'not-found': notFound,
  'admin/claim': claim,
  'admin/overview': framed('overview', overview),
  'admin/users': framed('users', users),
  'admin/user': framed('user', user),
  'admin/sessions': framed('sessions', sessions),
  'admin/audit': framed('audit', audit),
  'admin/emails': framed('emails', emails),
  'admin/keys': framed('keys', keys),
  'admin/api-keys': framed('apiKeys', apiKeys),
  'admin/settings': framed('settings', settings),
} satisfies Record<string, (context: PageContext) => View>;

export type PageName = keyof typeof VIEWS;

export const renderPage = (name: PageName, parts: Omit<DocumentParts, 'view'>): string =>
  renderDocument({ ...parts, view: VIEWS[name](parts) });
