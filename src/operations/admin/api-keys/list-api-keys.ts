import { listApiKeys } from '../../../accounts/administration/api-keys.ts';
import { done } from '../../../http/envelope.ts';
import { list } from '../../json-schema.ts';
import { adminOperation } from '../admin-operation.ts';
import { ApiKey, apiKey } from './schema.ts';

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
