import {
  API_KEY_PREFIX,
  type ApiKey,
  type ApiKeyCounters,
  type Scope,
  useApiKey,
} from '../../accounts/administration/api-keys.ts';
import { apiKeyLogin, type RecentLogin } from '../../accounts/sign-in/recent-login.ts';
import { ApiError } from '../../http/api-error.ts';
import type { ApiRequest } from '../../http/api-request.ts';
import type { Actor } from '../../store/tables/events.ts';
import type { User } from '../../store/tables/user.ts';
import { authenticate } from '../authenticate.ts';
import { ApiKeyNotAllowed, InsufficientScope, InvalidApiKey } from '../errors.ts';
import type { RequestServices } from '../services.ts';
import { type AdminOperationId, PERMISSIONS } from './permissions.ts';

/** The sender of an operation of the administration. */
export interface Administrator<Recent extends boolean = boolean> {
  /** For the audit trail: `user:<id>` or `key:<id>`. No e-mail address, because the trail outlives the account. */
  readonly actor: Actor & { readonly name: string };
  /** The account of an administrator who is logged in; undefined for an API key. */
  readonly user: User | undefined;
  /** Whether another operation is allowed too: for a member of a request that does what that operation does. */
  readonly may: (id: AdminOperationId) => boolean;
  /** There in operations whose row says `needsRecentLogin`. */
  readonly recentLogin: Recent extends true ? RecentLogin : undefined;
  /** For responses that go on: asks again. False once session, key or role is gone, or the access token has expired. */
  readonly isStillAllowed: () => Promise<boolean>;
  /** For a long download, which may outlast the access token and the recent login. */
  readonly mayFinish: () => Promise<boolean>;
}

/** What an operation demands of an administrator who is logged in. */
export const demandsOf = (id: AdminOperationId) =>
  ({ bearer: 'auth', role: 'ADMIN', needsSession: true, needsRecentLogin: PERMISSIONS[id].needsRecentLogin }) as const;

/** By the account and session, or the API key, as they are now. */
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

/** While the database does not answer, nobody is shut out who was let in. */
const isNotRefused = (check: Promise<unknown>): Promise<boolean> =>
  check.then(
    () => true,
    (error: unknown) => !(error instanceof ApiError),
  );

type Authorized = Omit<Administrator, 'isStillAllowed'>;

/** `authenticate` refuses administrators without a second factor where SECOND_FACTOR asks for one. */
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
  const key = await useApiKey(services.db.unguarded, text, requester);
  if (typeof key === 'string') {
    countOnce(request, services, key);
    throw new ApiError(InvalidApiKey);
  }
  const { scope, needsRecentLogin } = PERMISSIONS[id];
  const isAllowed = hasScope(key, scope);
  countOnce(request, services, isAllowed ? 'accepted' : 'scope');
  if (scope === null) throw new ApiError(ApiKeyNotAllowed);
  if (!isAllowed) throw new ApiError(InsufficientScope, { scope });
  services.db.note({ key: { id: key.id, scope, createdBy: key.createdBy } });
  const actor = { name: `key:${key.id}`, requester };
  const may = (other: AdminOperationId) => hasScope(key, PERMISSIONS[other].scope);
  const mayFinish = () => isNotRefused(authorizeApiKey(id, text, request, services));
  return { user: undefined, may, recentLogin: needsRecentLogin ? apiKeyLogin() : undefined, actor, mayFinish };
}

const hasScope = ({ scopes }: ApiKey, scope: Scope | null): boolean => scope !== null && scopes.includes(scope);

/** Their keys may be checked again: after a conflict, and while a response goes on. */
const counted = new WeakSet<ApiRequest>();

function countOnce(request: ApiRequest, { apiKeyCounters }: RequestServices, outcome: keyof ApiKeyCounters): void {
  if (counted.has(request)) return;
  counted.add(request);
  apiKeyCounters[outcome] += 1;
}
