import { type DocumentParts, renderDocument } from './document.ts';
import type { PageContext, View } from './page.ts';
import { account } from './views/account/account.ts';
import { claim } from './views/admin/claim.ts';
import { consoleShell } from './views/admin/shell.ts';
import { appLogout, connect, loggedOut, openIdError } from './views/connect.ts';
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
  connect,
  'openid-error': openIdError,
  'app-logout': appLogout,
  'logged-out': loggedOut,
  'not-found': notFound,
  'admin/claim': claim,
  'admin/overview': consoleShell('overview'),
  'admin/users': consoleShell('users'),
  'admin/user': consoleShell('user'),
  'admin/sessions': consoleShell('sessions'),
  'admin/audit': consoleShell('audit'),
  'admin/emails': consoleShell('emails'),
  'admin/signing-and-data-keys': consoleShell('keys'),
  'admin/api-keys': consoleShell('apiKeys'),
  'admin/apps': consoleShell('apps'),
  'admin/settings': consoleShell('settings'),
} satisfies Record<string, (context: PageContext) => View>;

export type PageName = keyof typeof VIEWS;

export const renderPage = (name: PageName, parts: Omit<DocumentParts, 'view'>): string =>
  renderDocument({ ...parts, view: VIEWS[name](parts) });
