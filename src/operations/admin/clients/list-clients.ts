import { clientRepresentation } from '../../../accounts/apps/openid-client-representation.ts';
import { done } from '../../../http/envelope.ts';
import { listOpenIdClients } from '../../../store/tables/openid-clients.ts';
import { list } from '../../json-schema.ts';
import { adminOperation } from '../admin-operation.ts';
import { Client } from './schema.ts';

export const adminListClients = adminOperation(
  {
    id: 'adminListClients',
    summary: 'List OpenID clients',
    description: 'Newest first.',
    tag: 'Administration: OpenID clients',
    message: 'Clients retrieved successfully',
    answers: list(Client),
  },
  async ({ services }) => done((await listOpenIdClients(services.db)).map(clientRepresentation)),
);
