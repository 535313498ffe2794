import { clientRepresentation } from '../../../accounts/openid-client-representation.ts';
import { success } from '../../../http/envelope.ts';
import { listOpenIdClients } from '../../../store/openid-clients.ts';
import { list } from '../../json-schema.ts';
import { adminOperation } from '../admin-operation.ts';
import { Client } from './schema.ts';

export const adminListClients = adminOperation(
  {
    id: 'adminListClients',
    summary: 'List the OpenID clients, newest first',
    answers: list(Client),
    errors: [],
  },
  async ({ services }) =>
    success('Clients retrieved successfully', (await listOpenIdClients(services.db)).map(clientRepresentation)),
);
