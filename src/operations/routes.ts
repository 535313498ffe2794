import type { Features } from '../config/features.ts';
import type { Method } from '../http/endpoint.ts';
import { getMe } from './account/get-me.ts';
import { register } from './account/register.ts';
import { resendVerification } from './account/resend-verification.ts';
import { updateMe } from './account/update-me.ts';
import { verify } from './account/verify.ts';
import type { Operation } from './operation.ts';
import { changePassword } from './passwords/change-password.ts';
import { forgotPassword } from './passwords/forgot-password.ts';
import { resetPassword } from './passwords/reset-password.ts';
import { login } from './sessions/login.ts';
import { logout } from './sessions/logout.ts';
import { refresh } from './sessions/refresh.ts';

export interface Route<Verb extends Method = Method, Path extends string = string, One extends Operation = Operation> {
  readonly method: Verb;
  readonly path: Path;
  /** Resolves at once after the first call. */
  readonly load: () => Promise<One>;
  /** The operation exists only if all of these features are on. */
  readonly features?: readonly (keyof Features)[];
  /** The feature without which the operation only refuses, and the reference omits it. */
  readonly listedWith?: keyof Features;
  /** Whether the operation belongs to the administration, which ADMIN_PORT serves alone if it is set. */
  readonly isAdministration?: boolean;
}

export type LoadedRoute = Route & { readonly operation: Operation };

export const route = <Verb extends Method, Path extends string, One extends Operation>(
  method: Verb,
  path: Path,
  operation: One,
): Route<Verb, Path, One> => ({ method, path, load: () => Promise.resolve(operation) });

/**
 * An operation that the service does not need at startup: it is loaded soon afterwards (app/load-after-start.ts), or on
 * its first request. Its file has no other export.
 */
const lazy = <Verb extends Method, Path extends string, One extends Operation>(
  method: Verb,
  path: Path,
  file: () => Promise<Readonly<Record<string, One>>>,
): Route<Verb, Path, One> => ({ method, path, load: async () => Object.values(await file())[0] as One });

/** The operations of an optional feature: `...feature('passkeys', [route(…), …])`. */
export const feature = <One extends Route>(name: keyof Features, routes: readonly One[]): One[] =>
  routes.map((one) => ({ ...one, features: [...(one.features ?? []), name] }));

/** An operation of the administration, by the file of its resource. */
const admin = <
  Verb extends Method,
  Path extends string,
  Name extends string,
  File extends Readonly<Record<Name, Operation>>,
>(
  method: Verb,
  path: Path,
  file: () => Promise<File>,
  name: Name,
): Route<Verb, Path, File[Name]> => ({ method, path, load: async () => (await file())[name], isAdministration: true });

const users = () => import('./admin/users.ts');
const invitations = () => import('./admin/invitations.ts');
const userChanges = () => import('./admin/user-changes.ts');
const userActions = () => import('./admin/user-actions.ts');
const notes = () => import('./admin/notes.ts');
const sessions = () => import('./admin/sessions.ts');
const audit = () => import('./admin/audit.ts');
const statistics = () => import('./admin/statistics.ts');
const emails = () => import('./admin/emails.ts');
const system = () => import('./admin/system.ts');
const setup = () => import('./admin/setup.ts');
const apiKeys = () => import('./admin/api-keys.ts');
const actAsUser = () => import('./admin/act-as-user.ts');
const clients = () => import('./admin/clients.ts');

export const ROUTES = [
  { ...route('POST', '/api/register', register), listedWith: 'registration' },
  lazy('POST', '/api/register/withdraw', () => import('./account/withdraw-registration.ts')),
  route('POST', '/api/verify', verify),
  route('POST', '/api/resend-verification', resendVerification),
  lazy('GET', '/api/verify/details', () => import('./account/verification-details.ts')),
  lazy('POST', '/api/verify/decline', () => import('./account/decline-verification.ts')),
  route('GET', '/api/me', getMe),
  route('PUT', '/api/me', updateMe),
  lazy('PUT', '/api/me/picture', () => import('./account/set-picture.ts')),
  lazy('DELETE', '/api/me/picture', () => import('./account/remove-picture.ts')),
  lazy('GET', '/api/me/export', () => import('./account/export-me.ts')),
  lazy('POST', '/api/me/delete', () => import('./account/delete-me.ts')),

  lazy('GET', '/api/me/email', () => import('./account/get-email.ts')),
  lazy('POST', '/api/me/email', () => import('./account/request-email-change.ts')),
  lazy('DELETE', '/api/me/email', () => import('./account/cancel-email-change.ts')),
  lazy('POST', '/api/email-change/confirm', () => import('./account/confirm-email-change.ts')),
  lazy('POST', '/api/email-change/stop', () => import('./account/stop-email-change.ts')),
  lazy('POST', '/api/email-change/revert', () => import('./account/revert-email-change.ts')),

  route('POST', '/api/login', login),
  ...feature('emailLogin', [
    lazy('POST', '/api/login/email', () => import('./sessions/send-login-code.ts')),
    lazy('POST', '/api/login/email/confirm', () => import('./sessions/login-email.ts')),
  ]),
  route('POST', '/api/refresh', refresh),
  route('POST', '/api/logout', logout),
  lazy('POST', '/api/reauthenticate', () => import('./sessions/reauthenticate.ts')),
  lazy('GET', '/api/me/sessions', () => import('./sessions/list-sessions.ts')),
  lazy('DELETE', '/api/me/sessions/:id', () => import('./sessions/end-session.ts')),
  lazy('POST', '/api/me/sessions/end-others', () => import('./sessions/end-other-sessions.ts')),

  lazy('GET', '/api/me/security', () => import('./factors/get-security.ts')),
  ...feature('authenticatorApps', [
    lazy('POST', '/api/me/totp', () => import('./factors/add-totp.ts')),
    lazy('POST', '/api/me/totp/confirm', () => import('./factors/confirm-totp.ts')),
    lazy('DELETE', '/api/me/totp', () => import('./factors/remove-totp.ts')),
    lazy('POST', '/api/me/recovery-codes', () => import('./factors/renew-recovery-codes.ts')),
  ]),
  ...feature('passkeys', [
    lazy('POST', '/api/login/passkey/options', () => import('./factors/passkeys/login-passkey-options.ts')),
    lazy('POST', '/api/login/passkey', () => import('./factors/passkeys/login-passkey.ts')),
    lazy('POST', '/api/me/passkeys/options', () => import('./factors/passkeys/add-passkey-options.ts')),
    lazy('POST', '/api/me/passkeys', () => import('./factors/passkeys/add-passkey.ts')),
    lazy('GET', '/api/me/passkeys', () => import('./factors/passkeys/list-passkeys.ts')),
    lazy('PUT', '/api/me/passkeys/:id', () => import('./factors/passkeys/rename-passkey.ts')),
    lazy('DELETE', '/api/me/passkeys/:id', () => import('./factors/passkeys/remove-passkey.ts')),
  ]),

  ...feature('identities', [
    lazy('GET', '/api/identity/providers', () => import('./identities/list-identity-providers.ts')),
    lazy('POST', '/api/identity/begin', () => import('./identities/begin-identity.ts')),
    lazy('POST', '/api/identity/finish', () => import('./identities/finish-identity.ts')),
    lazy('POST', '/api/login/identity', () => import('./identities/login-identity.ts')),
    {
      ...lazy('POST', '/api/register/identity', () => import('./identities/register-identity.ts')),
      listedWith: 'registration',
    },
    lazy('POST', '/api/reauthenticate/identity', () => import('./identities/begin-confirming.ts')),
    lazy('GET', '/api/me/identities', () => import('./identities/list-identities.ts')),
    lazy('POST', '/api/me/identities', () => import('./identities/link-identity.ts')),
    lazy('POST', '/api/me/identities/begin', () => import('./identities/begin-linking.ts')),
    lazy('DELETE', '/api/me/identities/:id', () => import('./identities/unlink-identity.ts')),
  ]),

  ...feature('openId', [
    lazy('GET', '/api/openid/interactions/:uid', () => import('./openid/get-interaction.ts')),
    lazy('POST', '/api/openid/interactions/:uid', () => import('./openid/answer-interaction.ts')),
    lazy('POST', '/api/openid/interactions/:uid/consent', () => import('./openid/answer-consent.ts')),
    lazy('GET', '/api/me/apps', () => import('./openid/list-apps.ts')),
    lazy('DELETE', '/api/me/apps/:id', () => import('./openid/remove-app.ts')),
  ]),

  route('POST', '/api/forgot-password', forgotPassword),
  route('POST', '/api/reset-password', resetPassword),
  route('POST', '/api/change-password', changePassword),
  lazy('GET', '/api/invitation', () => import('./account/invitation-details.ts')),
  lazy('POST', '/api/invitation/accept', () => import('./account/accept-invitation.ts')),

  ...feature('admin', [
    admin('POST', '/api/me/administrator', () => import('./account/become-administrator.ts'), 'becomeAdministrator'),
    admin('GET', '/api/admin/users', users, 'adminListUsers'),
    {
      ...admin('POST', '/api/admin/users', invitations, 'adminInviteUser'),
      listedWith: 'invitations',
    },
    admin('GET', '/api/admin/invitations', invitations, 'adminListInvitations'),
    {
      ...admin('POST', '/api/admin/invitations', invitations, 'adminInviteUsers'),
      listedWith: 'invitations',
    },
    admin('DELETE', '/api/admin/invitations/:id', invitations, 'adminCancelInvitation'),
    admin('GET', '/api/admin/users/counts', users, 'adminCountUsers'),
    admin('GET', '/api/admin/users/export', users, 'adminExportUsers'),
    admin('GET', '/api/admin/users/:id', users, 'adminGetUser'),
    admin('PATCH', '/api/admin/users/:id', userChanges, 'adminUpdateUser'),
    admin('POST', '/api/admin/users/:id/email', userChanges, 'adminChangeUserEmail'),
    admin('POST', '/api/admin/users/:id/suspend', userActions, 'adminSuspendUser'),
    admin('POST', '/api/admin/users/:id/reinstate', userActions, 'adminReinstateUser'),
    admin('POST', '/api/admin/users/:id/role', userChanges, 'adminSetUserRole'),
    admin('POST', '/api/admin/users/:id/end-sessions', userActions, 'adminEndUserSessions'),
    admin('POST', '/api/admin/users/:id/send-reset', userActions, 'adminSendReset'),
    admin('POST', '/api/admin/users/:id/resend-verification', userActions, 'adminResendVerification'),
    admin('POST', '/api/admin/users/:id/reset-second-factor', userActions, 'adminResetSecondFactor'),
    admin('DELETE', '/api/admin/users/:id/identities/:identity', userChanges, 'adminUnlinkUserIdentity'),
    admin('PUT', '/api/admin/users/:id/picture', userChanges, 'adminSetUserPicture'),
    admin('DELETE', '/api/admin/users/:id/picture', userChanges, 'adminRemoveUserPicture'),
    admin('GET', '/api/admin/users/:id/export', userChanges, 'adminExportUser'),
    admin('DELETE', '/api/admin/users/:id', userActions, 'adminDeleteUser'),
    admin('POST', '/api/admin/users/bulk', userActions, 'adminChangeUsers'),

    admin('GET', '/api/admin/users/:id/notes', notes, 'adminListNotes'),
    admin('POST', '/api/admin/users/:id/notes', notes, 'adminAddNote'),
    admin('DELETE', '/api/admin/users/:id/notes/:note', notes, 'adminRemoveNote'),

    admin('GET', '/api/admin/sessions', sessions, 'adminListSessions'),
    admin('POST', '/api/admin/sessions/end', sessions, 'adminEndSessions'),
    admin('GET', '/api/admin/sessions/export', sessions, 'adminExportSessions'),
    admin('GET', '/api/admin/users/:id/sessions', sessions, 'adminListUserSessions'),
    admin('DELETE', '/api/admin/users/:id/sessions/:session', sessions, 'adminEndUserSession'),

    admin('GET', '/api/admin/audit', audit, 'adminListAudit'),
    admin('GET', '/api/admin/audit/live', audit, 'adminFollowAudit'),
    admin('GET', '/api/admin/audit/export', audit, 'adminExportAudit'),
    admin('GET', '/api/admin/statistics', statistics, 'adminGetStatistics'),

    admin('GET', '/api/admin/emails', emails, 'adminListEmails'),
    admin('GET', '/api/admin/emails/export', emails, 'adminExportEmails'),
    admin('GET', '/api/admin/emails/preview', emails, 'adminPreviewEmail'),
    admin('POST', '/api/admin/emails/retry-dead', emails, 'adminRetryDeadEmails'),
    admin('POST', '/api/admin/emails/drop-dead', emails, 'adminDropDeadEmails'),
    admin('GET', '/api/admin/emails/:id', emails, 'adminGetEmail'),
    admin('POST', '/api/admin/emails/:id/retry', emails, 'adminRetryEmail'),
    admin('POST', '/api/admin/emails/:id/drop', emails, 'adminDropEmail'),

    admin('GET', '/api/admin/keys', system, 'adminListKeys'),
    admin('GET', '/api/admin/settings', system, 'adminListSettings'),
    admin('GET', '/api/admin/health', system, 'adminGetHealth'),
    admin('GET', '/api/admin/setup', setup, 'adminGetSetup'),
    admin('POST', '/api/admin/setup/:step', setup, 'adminDismissSetupStep'),
    admin('POST', '/api/admin/mail/test', emails, 'adminSendTestEmail'),

    admin('GET', '/api/admin/api-keys', apiKeys, 'adminListApiKeys'),
    admin('POST', '/api/admin/api-keys', apiKeys, 'adminCreateApiKey'),
    admin('DELETE', '/api/admin/api-keys/:id', apiKeys, 'adminRevokeApiKey'),
  ]),
  ...feature(
    'admin',
    feature('actAsUser', [
      admin('POST', '/api/admin/users/:id/act-as', actAsUser, 'adminActAsUser'),
      lazy('POST', '/api/act-as/end', () => import('./sessions/end-acting.ts')),
    ]),
  ),
  ...feature(
    'admin',
    feature('openId', [
      admin('GET', '/api/admin/clients', clients, 'adminListClients'),
      admin('POST', '/api/admin/clients', clients, 'adminAddClient'),
      admin('GET', '/api/admin/clients/:id', clients, 'adminGetClient'),
      admin('PUT', '/api/admin/clients/:id', clients, 'adminChangeClient'),
      admin('DELETE', '/api/admin/clients/:id', clients, 'adminRemoveClient'),
      admin('POST', '/api/admin/clients/:id/secret', clients, 'adminRotateClientSecret'),
    ]),
  ),
] as const satisfies readonly Route[];

/** Loads the operations of routes, for example to build the OpenAPI document. */
export const loadRoutes = (routes: readonly Route[]): Promise<LoadedRoute[]> =>
  Promise.all(routes.map(async (one) => ({ ...one, operation: await one.load() })));

/** Leaves out disabled features. They are not in the router either, so every method of their paths answers 404. */
export const enabledRoutes = <R extends Route>(routes: readonly R[], features: Features): R[] =>
  routes.filter((one) => (one.features ?? []).every((name) => features[name]));
