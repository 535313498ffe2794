import { adminOperation } from '../../administration/admin-operation.ts';
import { list } from '../../api/json-schema.ts';
import { done } from '../../http/envelope.ts';
import { listApiKeys } from './api-keys.ts';
import { ApiKey, apiKey } from './schemas.ts';

export const adminListApiKeys = adminOperation(
  {
    id: 'adminListApiKeys',
    summary: 'List API keys',
    description: 'Without the key material.',
    tag: 'Administration: API keys',
    message: 'API keys retrieved successfully',
    answers: list(ApiKey),
  },
  async ({ services }) => done((await listApiKeys(services.db)).map(apiKey)),
);
