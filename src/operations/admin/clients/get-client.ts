import { clientRepresentation } from '../../../accounts/apps/openid-client-representation.ts';
import { ApiError } from '../../../http/api-error.ts';
import { done } from '../../../http/envelope.ts';
import { findOpenIdClient } from '../../../store/tables/openid-clients.ts';
import { ClientNotFound } from '../../errors.ts';
import { adminOperation } from '../admin-operation.ts';
import { Client } from './schema.ts';

export const adminGetClient = adminOperation(
  {
    id: 'adminGetClient',
    summary: 'Get an OpenID client',
    description: 'The secret is not stored, and not returned.',
    tag: 'Administration: OpenID clients',
    message: 'Client retrieved successfully',
    answers: Client,
    errors: [ClientNotFound],
  },
  async ({ request, services }) => {
    const client = await findOpenIdClient(services.db, request.params.id ?? '');
    if (!client) throw new ApiError(ClientNotFound);
    return done(clientRepresentation(client));
  },
);
