import { listApiKeys } from '../../../accounts/api-keys.ts';
import { success } from '../../../http/envelope.ts';
import { list } from '../../json-schema.ts';
import { adminOperation } from '../admin-operation.ts';
import { ApiKey, apiKey } from './schema.ts';

export const adminListApiKeys = adminOperation(
  { id: 'adminListApiKeys', summary: 'List the API keys', answers: list(ApiKey), errors: [] },
  async ({ services }) => success('API keys retrieved successfully', (await listApiKeys(services.db)).map(apiKey)),
);
