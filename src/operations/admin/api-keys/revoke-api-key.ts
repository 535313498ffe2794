import { revokeApiKey } from '../../../accounts/administration/api-keys.ts';
import { done } from '../../../http/envelope.ts';
import { ApiKeyNotFound } from '../../errors.ts';
import { EmptyObject } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';

export const adminRevokeApiKey = adminOperation(
  {
    id: 'adminRevokeApiKey',
    summary: 'Revoke an API key',
    description: 'It stops working immediately.',
    tag: 'Administration: API keys',
    message: 'API key removed',
    answers: EmptyObject,
    errors: [ApiKeyNotFound],
  },
  async ({ request, services, admin }) => {
    await revokeApiKey(services.db, request.params.id ?? '', admin.recentLogin, admin.actor);
    return done({});
  },
);
