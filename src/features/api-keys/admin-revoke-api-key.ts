import { adminOperation } from '../../administration/admin-operation.ts';
import { EmptyObject } from '../../api/schemas.ts';
import { done } from '../../http/envelope.ts';
import { revokeApiKey } from './api-keys.ts';
import { ApiKeyNotFound } from './declared.ts';

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
