import { ApiKeyNotAllowed, InsufficientScope, InvalidApiKey } from '../../api/errors.ts';
import type { ApiKeys, RequestServices } from '../../api/services.ts';
import { ApiError } from '../../http/api-error.ts';
import type { ApiRequest } from '../../http/api-request.ts';
import { API_KEY_PREFIX, useApiKey } from './api-keys.ts';
import { stillPermits } from './table.ts';

export function createApiKeys(): ApiKeys {
  // `scope`: the key is valid but may not run the operation.
  const counters = { accepted: 0, malformed: 0, unknown: 0, expired: 0, orphaned: 0, network: 0, scope: 0 };
  /** Requests whose key was counted. A key is checked again after a conflict and during a live response. */
  const counted = new WeakSet<ApiRequest>();
  const countOnce = (request: ApiRequest, outcome: keyof typeof counters): void => {
    if (counted.has(request)) return;
    counted.add(request);
    counters[outcome] += 1;
  };
  const authorize = async (text: string, scope: string | null, request: ApiRequest, { db }: RequestServices) => {
    const key = await useApiKey(db.withoutSenderCheck, text, request.requester);
    if (typeof key === 'string') {
      countOnce(request, key);
      throw new ApiError(InvalidApiKey);
    }
    const scopes: readonly string[] = key.scopes;
    const isAllowed = scope !== null && scopes.includes(scope);
    countOnce(request, isAllowed ? 'accepted' : 'scope');
    if (scope === null) throw new ApiError(ApiKeyNotAllowed);
    if (!isAllowed) throw new ApiError(InsufficientScope, { scope });
    db.requireSender({ key: stillPermits(key, scope) });
    return { name: `key:${key.id}`, scopes };
  };
  return {
    counters,
    authorize: (text, ...rest) => (text.startsWith(API_KEY_PREFIX) ? authorize(text, ...rest) : undefined),
  };
}
