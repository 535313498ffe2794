import { authenticate } from '../api/authenticate.ts';
import type { KeySender, RequestServices } from '../api/services.ts';
import { type RecentLogin, scopeLogin } from '../core/sign-in/recent-login.ts';
import { ApiError } from '../http/api-error.ts';
import type { ApiRequest } from '../http/api-request.ts';
import type { Actor } from '../store/audit/record.ts';
import type { User } from '../store/tables/user.ts';
import { type AdminOperationId, PERMISSIONS } from './permissions.ts';

/** The sender of an administrative operation. */
export interface Administrator<Recent extends boolean = boolean> {
  /** The actor in the audit trail: `user:<id>` or `key:<id>`, never an address, because the trail outlives it. */
  readonly actor: Actor & { readonly name: string };
  /** The account of a logged-in administrator; undefined for an API key. */
  readonly user: User | undefined;
  /** Whether another operation is allowed too, for a request that also does what that operation does. */
  readonly may: (id: AdminOperationId) => boolean;
  /** Defined in operations whose row has `needsRecentLogin`. */
  readonly recentLogin: Recent extends true ? RecentLogin : undefined;
  /** Re-checks a live response. False once the session, key or role is gone, or the access token has expired. */
  readonly isStillAllowed: () => Promise<boolean>;
  /** Re-checks a long download, which may outlast the access token and the recent login. */
  readonly mayFinish: () => Promise<boolean>;
}

/** The demands on a logged-in administrator. */
export const demandsOf = (id: AdminOperationId) =>
  ({ bearer: 'auth', role: 'ADMIN', needsSession: true, needsRecentLogin: PERMISSIONS[id].needsRecentLogin }) as const;

/** Checks the current state of the account and session, or of the API key. */
export async function authorize(
  id: AdminOperationId,
  request: ApiRequest,
  services: RequestServices,
): Promise<Administrator> {
  const [, text = ''] = /^bearer +(\S+)$/i.exec(request.authorization ?? '') ?? [];
  const key = await services.apiKeys?.authorize(text, PERMISSIONS[id].scope, request, services);
  const isStillAllowed = () => isNotRefused(authorize(id, request, services));
  if (!key) return { ...(await authorizeAdministrator(id, request, services)), isStillAllowed };
  return { ...ofKey(id, key, request), isStillAllowed, mayFinish: isStillAllowed };
}

const ofKey = (id: AdminOperationId, { name, scopes }: KeySender, { requester }: ApiRequest) => ({
  user: undefined,
  may: (other: AdminOperationId) => scopes.some((scope) => scope === PERMISSIONS[other].scope),
  recentLogin: PERMISSIONS[id].needsRecentLogin ? scopeLogin() : undefined,
  actor: { name, requester },
});

/** An unreachable database does not lock out an administrator who was already admitted. */
const isNotRefused = (check: Promise<unknown>): Promise<boolean> =>
  check.then(
    () => true,
    (error: unknown) => !(error instanceof ApiError),
  );

type Authorized = Omit<Administrator, 'isStillAllowed'>;

/** `authenticate` refuses administrators without a second factor if SECOND_FACTOR demands one. */
async function authorizeAdministrator(
  id: AdminOperationId,
  request: ApiRequest,
  services: RequestServices,
): Promise<Authorized> {
  const demands = demandsOf(id);
  const sender = await authenticate(demands, request, services);
  const { user } = sender;
  return {
    user,
    recentLogin: demands.needsRecentLogin ? sender.recentLogin : undefined,
    may: () => true,
    actor: { name: `user:${user.id}`, requester: request.requester },
    mayFinish: () => isNotRefused(sender.checkAgain()),
  };
}
