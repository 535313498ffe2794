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

const administration = <One extends Route>(routes: readonly One[]): One[] =>
  routes.map((one) => ({ ...one, isAdministration: true }));

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
    ...administration([lazy('POST', '/api/me/administrator', () => import('./account/become-administrator.ts'))]),
    ...administration([
      lazy('GET', '/api/admin/users', () => import('./admin/users/list-users.ts')),
      {
        ...lazy('POST', '/api/admin/users', () => import('./admin/users/invite-user.ts')),
        listedWith: 'invitations',
      },
      lazy('GET', '/api/admin/invitations', () => import('./admin/invitations/list-invitations.ts')),
      {
        ...lazy('POST', '/api/admin/invitations', () => import('./admin/invitations/invite-users.ts')),
        listedWith: 'invitations',
      },
      lazy('DELETE', '/api/admin/invitations/:id', () => import('./admin/invitations/cancel-invitation.ts')),
      lazy('GET', '/api/admin/users/counts', () => import('./admin/users/count-users.ts')),
      lazy('GET', '/api/admin/users/export', () => import('./admin/users/export-users.ts')),
      lazy('GET', '/api/admin/users/:id', () => import('./admin/users/get-user.ts')),
      lazy('PATCH', '/api/admin/users/:id', () => import('./admin/users/update-user.ts')),
      lazy('POST', '/api/admin/users/:id/email', () => import('./admin/users/change-user-email.ts')),
      lazy('POST', '/api/admin/users/:id/suspend', () => import('./admin/users/suspend-user.ts')),
      lazy('POST', '/api/admin/users/:id/reinstate', () => import('./admin/users/reinstate-user.ts')),
      lazy('POST', '/api/admin/users/:id/role', () => import('./admin/users/set-user-role.ts')),
      lazy('POST', '/api/admin/users/:id/end-sessions', () => import('./admin/users/end-user-sessions.ts')),
      lazy('POST', '/api/admin/users/:id/send-reset', () => import('./admin/users/send-reset.ts')),
      lazy('POST', '/api/admin/users/:id/resend-verification', () => import('./admin/users/resend-verification.ts')),
      lazy('POST', '/api/admin/users/:id/reset-second-factor', () => import('./admin/users/reset-second-factor.ts')),
      lazy(
        'DELETE',
        '/api/admin/users/:id/identities/:identity',
        () => import('./admin/users/unlink-user-identity.ts'),
      ),
      lazy('PUT', '/api/admin/users/:id/picture', () => import('./admin/users/set-user-picture.ts')),
      lazy('DELETE', '/api/admin/users/:id/picture', () => import('./admin/users/remove-user-picture.ts')),
      lazy('GET', '/api/admin/users/:id/export', () => import('./admin/users/export-user.ts')),
      lazy('DELETE', '/api/admin/users/:id', () => import('./admin/users/delete-user.ts')),
      lazy('POST', '/api/admin/users/bulk', () => import('./admin/users/change-users.ts')),

      lazy('GET', '/api/admin/users/:id/notes', () => import('./admin/notes/list-notes.ts')),
      lazy('POST', '/api/admin/users/:id/notes', () => import('./admin/notes/add-note.ts')),
      lazy('DELETE', '/api/admin/users/:id/notes/:note', () => import('./admin/notes/remove-note.ts')),

      lazy('GET', '/api/admin/sessions', () => import('./admin/sessions/list-sessions.ts')),
      lazy('POST', '/api/admin/sessions/end', () => import('./admin/sessions/end-sessions.ts')),
      lazy('GET', '/api/admin/sessions/export', () => import('./admin/sessions/export-sessions.ts')),
      lazy('GET', '/api/admin/users/:id/sessions', () => import('./admin/sessions/list-user-sessions.ts')),
      lazy('DELETE', '/api/admin/users/:id/sessions/:session', () => import('./admin/sessions/end-user-session.ts')),

      lazy('GET', '/api/admin/audit', () => import('./admin/audit/list-audit.ts')),
      lazy('GET', '/api/admin/audit/live', () => import('./admin/audit/follow-audit.ts')),
      lazy('GET', '/api/admin/audit/export', () => import('./admin/audit/export-audit.ts')),
      lazy('GET', '/api/admin/statistics', () => import('./admin/statistics/get-statistics.ts')),

      lazy('GET', '/api/admin/emails', () => import('./admin/emails/list-emails.ts')),
      lazy('GET', '/api/admin/emails/export', () => import('./admin/emails/export-emails.ts')),
      lazy('GET', '/api/admin/emails/preview', () => import('./admin/emails/preview-email.ts')),
      lazy('POST', '/api/admin/emails/retry-dead', () => import('./admin/emails/retry-dead-emails.ts')),
      lazy('POST', '/api/admin/emails/drop-dead', () => import('./admin/emails/drop-dead-emails.ts')),
      lazy('GET', '/api/admin/emails/:id', () => import('./admin/emails/get-email.ts')),
      lazy('POST', '/api/admin/emails/:id/retry', () => import('./admin/emails/retry-email.ts')),
      lazy('POST', '/api/admin/emails/:id/drop', () => import('./admin/emails/drop-email.ts')),

      lazy('GET', '/api/admin/keys', () => import('./admin/system/list-keys.ts')),
      lazy('GET', '/api/admin/settings', () => import('./admin/system/list-settings.ts')),
      lazy('GET', '/api/admin/health', () => import('./admin/system/get-health.ts')),
      lazy('GET', '/api/admin/setup', () => import('./admin/system/get-setup.ts')),
      lazy('POST', '/api/admin/setup/:step', () => import('./admin/system/dismiss-setup-step.ts')),
      lazy('POST', '/api/admin/mail/test', () => import('./admin/emails/send-test-email.ts')),

      lazy('GET', '/api/admin/api-keys', () => import('./admin/api-keys/list-api-keys.ts')),
      lazy('POST', '/api/admin/api-keys', () => import('./admin/api-keys/create-api-key.ts')),
      lazy('DELETE', '/api/admin/api-keys/:id', () => import('./admin/api-keys/revoke-api-key.ts')),
    ]),
  ]),
  ...feature(
    'admin',
    feature('actAsUser', [
      ...administration([lazy('POST', '/api/admin/users/:id/act-as', () => import('./admin/users/act-as-user.ts'))]),
      lazy('POST', '/api/act-as/end', () => import('./sessions/end-acting.ts')),
    ]),
  ),
  ...feature(
    'admin',
    feature(
      'openId',
      administration([
        lazy('GET', '/api/admin/clients', () => import('./admin/clients/list-clients.ts')),
        lazy('POST', '/api/admin/clients', () => import('./admin/clients/add-client.ts')),
        lazy('GET', '/api/admin/clients/:id', () => import('./admin/clients/get-client.ts')),
        lazy('PUT', '/api/admin/clients/:id', () => import('./admin/clients/change-client.ts')),
        lazy('DELETE', '/api/admin/clients/:id', () => import('./admin/clients/remove-client.ts')),
        lazy('POST', '/api/admin/clients/:id/secret', () => import('./admin/clients/rotate-client-secret.ts')),
      ]),
    ),
  ),
] as const satisfies readonly Route[];

/** Loads the operations of routes, for example to build the OpenAPI document. */
export const loadRoutes = (routes: readonly Route[]): Promise<LoadedRoute[]> =>
  Promise.all(routes.map(async (one) => ({ ...one, operation: await one.load() })));

/** Leaves out disabled features. They are not in the router either, so every method of their paths answers 404. */
export const enabledRoutes = <R extends Route>(routes: readonly R[], features: Features): R[] =>
  routes.filter((one) => (one.features ?? []).every((name) => features[name]));
