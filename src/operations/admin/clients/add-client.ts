import { clientRepresentation } from '../../../accounts/apps/openid-client-representation.ts';
import { addOpenIdClient } from '../../../accounts/apps/openid-clients.ts';
import { done } from '../../../http/envelope.ts';
import { TooManyClients } from '../../errors.ts';
import { partialObject } from '../../json-schema.ts';
import { adminOperation } from '../admin-operation.ts';
import { CLIENT_ERRORS, readClient } from './read-client.ts';
import { CLIENT_MEMBERS, ClientWithSecret } from './schema.ts';

export const adminAddClient = adminOperation(
  {
    id: 'adminAddClient',
    summary: 'Add an OpenID client',
    description: 'Its secret is shown only in this answer.',
    tag: 'Administration: OpenID clients',
    message: 'Client added',
    body: { ...partialObject(CLIENT_MEMBERS), required: ['name', 'redirect_uris'] },
    bodyIsRequired: true,
    status: 201,
    answers: ClientWithSecret,
    errors: [...CLIENT_ERRORS, TooManyClients],
  },
  async ({ body, services, admin }) => {
    const wanted = readClient(await body());
    const added = await addOpenIdClient(services.db, wanted, services.clientPolicy(), admin.recentLogin, admin.actor);
    return done({ client: clientRepresentation(added.client), client_secret: added.secret });
  },
);
