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
import type { Answer } from '../../http/envelope.ts';
import type { Body } from '../../http/json-body.ts';
import type { Actor } from '../../store/tables/events.ts';
import type { User } from '../../store/tables/user.ts';
import { bodyWith } from '../account-fields.ts';
import { authenticate, type Demands, requireSession } from '../authenticate.ts';
import { AdminRequired, ApiKeyNotAllowed, InsufficientScope, InvalidApiKey, ServerErrorTryLater } from '../errors.ts';
import type { Schema } from '../json-schema.ts';
import {
  createOperation,
  type Operation,
  type OperationDeclaration,
  type StreamedAnswer,
  type Streams,
} from '../operation.ts';
import { requireRecentLogin } from '../require-recent-login.ts';
import { type RequestServices, servicesOfRequest } from '../services.ts';
import { type AdminOperationId, PERMISSIONS } from './permissions.ts';
import { type Parameters as QueryParameters, readParameters } from './query-parameters.ts';
import { readBody } from './read-body.ts';

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

/** What an operation of the administration runs with. */
export interface AdminRequest<Recent extends boolean = boolean> {
  readonly request: Omit<ApiRequest, 'body' | 'requiredBody'>;
  /** The body that the operation declares. Members that it does not declare are refused. */
  readonly body: () => Promise<Body>;
  readonly services: RequestServices;
  readonly admin: Administrator<Recent>;
  /** The parameters of the query string that the operation declares, checked. */
  readonly query: QueryParameters;
}

type NeedsRecentLogin<Id extends AdminOperationId> = (typeof PERMISSIONS)[Id]['needsRecentLogin'];
type AdminDeclaration<Id, Answers extends Schema | Streams> = Omit<
  OperationDeclaration<Answers>,
  keyof Demands | 'admin' | 'failure'
> & { readonly id: Id };

/** Declares an operation of the administration. Its row in permissions.ts decides first who may run it. */
export const adminOperation = <const Id extends AdminOperationId, Answers extends Schema | Streams>(
  declaration: AdminDeclaration<Id, Answers>,
  run: (context: AdminRequest<NeedsRecentLogin<Id>>) => Promise<Answer | StreamedAnswer>,
): Operation<Answers> => {
  const { scope, needsRecentLogin } = PERMISSIONS[declaration.id];
  const schema = { ...declaration.body, additionalProperties: false };
  const declared = { ...declaration, ...(declaration.body && { body: schema }) };
  return createOperation(
    { ...declared, bearer: 'auth', needsRecentLogin, admin: { scope }, failure: ServerErrorTryLater },
    async (request, shared) => {
      const services = servicesOfRequest(shared);
      const admin = {
        ...(await authorize(declaration.id, request, services, (outcome) => {
          services.apiKeyCounters[outcome] += 1;
        })),
        isStillAllowed: () => isNotRefused(authorize(declaration.id, request, services)),
      } as Administrator<NeedsRecentLogin<Id>>;
      const query = readParameters(request.query, declaration.query ?? {});
      const body = () =>
        readBody(request, bodyWith(declaration.id, schema, services.fields), declaration.bodyIsRequired ?? false);
      return run({ request, body, services, admin, query });
    },
  );
};

type Authorized = Omit<Administrator, 'isStillAllowed'>;

/** While the database does not answer, nobody is shut out who was let in. */
const isNotRefused = (check: Promise<unknown>): Promise<boolean> =>
  check.then(
    () => true,
    (error: unknown) => !(error instanceof ApiError),
  );

/** Counts what became of an API key, once for each request: checks of a response that goes on are not counted. */
type CountApiKey = (outcome: keyof ApiKeyCounters) => void;
const notCounted: CountApiKey = () => {};

async function authorize(
  id: AdminOperationId,
  request: ApiRequest,
  services: RequestServices,
  count: CountApiKey = notCounted,
): Promise<Authorized> {
  const [, key] = /^bearer +(\S+)$/i.exec(request.authorization ?? '') ?? [];
  return key?.startsWith(API_KEY_PREFIX)
    ? authorizeApiKey(id, key, request, services, count)
    : authorizeAdministrator(id, request, services);
}

/**
 * By the account and session as they are now: suspended, demoted and logged-out senders are refused at once.
 * `authenticate` refuses administrators without a second factor where SECOND_FACTOR asks for one.
 */
async function authorizeAdministrator(id: AdminOperationId, request: ApiRequest, services: RequestServices) {
  const sender = await authenticate({ bearer: 'auth' }, request, services);
  const { user, claims } = sender;
  refuseUnlessAdministrator(user);
  await requireSession(claims, services);
  const recentLogin = PERMISSIONS[id].needsRecentLogin ? requireRecentLogin(claims, services) : undefined;
  return {
    user,
    recentLogin,
    may: () => true,
    actor: { name: `user:${user.id}`, requester: request.requester },
    mayFinish: () => isNotRefused(sender.checkAgain().then(refuseUnlessAdministrator)),
  };
}

function refuseUnlessAdministrator({ role }: User): void {
  if (role !== 'ADMIN') throw new ApiError(AdminRequired);
}

async function authorizeApiKey(
  id: AdminOperationId,
  text: string,
  request: ApiRequest,
  services: RequestServices,
  count: CountApiKey = notCounted,
): Promise<Authorized> {
  const { requester } = request;
  const key = await useApiKey(services.db.unguarded, text, requester);
  if (typeof key === 'string') {
    count(key);
    throw new ApiError(InvalidApiKey);
  }
  const { scope, needsRecentLogin } = PERMISSIONS[id];
  const isAllowed = hasScope(key, scope);
  count(isAllowed ? 'accepted' : 'scope');
  if (scope === null) throw new ApiError(ApiKeyNotAllowed);
  if (!isAllowed) throw new ApiError(InsufficientScope, { scope });
  services.db.note({ key: { id: key.id, scope, createdBy: key.createdBy } });
  const actor = { name: `key:${key.id}`, requester };
  const may = (other: AdminOperationId) => hasScope(key, PERMISSIONS[other].scope);
  const mayFinish = () => isNotRefused(authorizeApiKey(id, text, request, services));
  return { user: undefined, may, recentLogin: needsRecentLogin ? apiKeyLogin() : undefined, actor, mayFinish };
}

const hasScope = ({ scopes }: ApiKey, scope: Scope | null): boolean => scope !== null && scopes.includes(scope);
