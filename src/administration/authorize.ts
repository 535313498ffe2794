import { authenticate } from '../api/authenticate.ts';
import { ApiKeyNotAllowed, InsufficientScope, InvalidApiKey } from '../api/errors.ts';
import type { RequestServices } from '../api/services.ts';
import { API_KEY_PREFIX, type ApiKey, type ApiKeyCounters, type Scope, useApiKey } from '../features/api-keys/api-keys.ts';
import { apiKeyLogin, type RecentLogin } from '../core/sign-in/recent-login.ts';
import { ApiError } from '../http/api-error.ts';
import type { ApiRequest } from '../http/api-request.ts';
import type { Actor } from '../store/audit/record.ts';
import { stillPermits } from '../features/api-keys/table.ts';
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
  const [, key] = /^bearer +(\S+)$/i.exec(request.authorization ?? '') ?? [];
  const authorized = key?.startsWith(API_KEY_PREFIX)
    ? await authorizeApiKey(id, key, request, services)
    : await authorizeAdministrator(id, request, services);
  return { ...authorized, isStillAllowed: () => isNotRefused(authorize(id, request, services)) };
}

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

async function authorizeApiKey(
  id: AdminOperationId,
  text: string,
  request: ApiRequest,
  services: RequestServices,
): Promise<Authorized> {
  const { requester } = request;
  const key = await useApiKey(services.db.withoutSenderCheck, text, requester);
  if (typeof key === 'string') {
    countOnce(request, services, key);
    throw new ApiError(InvalidApiKey);
  }
  const { scope, needsRecentLogin } = PERMISSIONS[id];
  const isAllowed = hasScope(key, scope);
  countOnce(request, services, isAllowed ? 'accepted' : 'scope');
  if (scope === null) throw new ApiError(ApiKeyNotAllowed);
  if (!isAllowed) throw new ApiError(InsufficientScope, { scope });
  services.db.requireSender({ key: stillPermits(key, scope) });
  const actor = { name: `key:${key.id}`, requester };
  const may = (other: AdminOperationId) => hasScope(key, PERMISSIONS[other].scope);
  const mayFinish = () => isNotRefused(authorizeApiKey(id, text, request, services));
  return { user: undefined, may, recentLogin: needsRecentLogin ? apiKeyLogin() : undefined, actor, mayFinish };
}

const hasScope = ({ scopes }: ApiKey, scope: Scope | null): boolean => scope !== null && scopes.includes(scope);

/** Requests whose key was counted. A key is checked again after a conflict and during a live response. */
const counted = new WeakSet<ApiRequest>();

function countOnce(request: ApiRequest, { apiKeyCounters }: RequestServices, outcome: keyof ApiKeyCounters): void {
  if (counted.has(request)) return;
  counted.add(request);
  apiKeyCounters[outcome] += 1;
}
