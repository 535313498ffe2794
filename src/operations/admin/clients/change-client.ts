import { clientRepresentation } from '../../../accounts/apps/openid-client-representation.ts';
import { type ClientSettings, clientTypeOf, invalidClient } from '../../../accounts/apps/openid-client-rules.ts';
import { changeOpenIdClient } from '../../../accounts/apps/openid-clients.ts';
import { done } from '../../../http/envelope.ts';
import { ClientNotFound } from '../../errors.ts';
import { partialObject } from '../../json-schema.ts';
import { adminOperation } from '../admin-operation.ts';
import { CLIENT_ERRORS, readClient } from './read-client.ts';
import { CLIENT_MEMBERS, Client } from './schema.ts';

export const adminChangeClient = adminOperation(
  {
    id: 'adminChangeClient',
    summary: 'Update an OpenID client',
    description: 'Omitted members keep their values.',
    tag: 'Administration: OpenID clients',
    message: 'Client changed',
    body: { ...partialObject(CLIENT_MEMBERS), examples: [{ redirect_uris: ['https://shop.example.com/callback'] }] },
    bodyIsRequired: true,
    answers: Client,
    errors: [ClientNotFound, ...CLIENT_ERRORS],
  },
  async ({ request, body: readBody, services, admin }) => {
    const body = await readBody();
    const change = (now: ClientSettings) => refuseFixed(now, readClient(body, now));
    const changes = { change, policy: services.clientPolicy() };
    const id = request.params.id ?? '';
    const changed = await changeOpenIdClient(services.db, id, changes, admin.recentLogin, admin.actor);
    return done(clientRepresentation(changed));
  },
);

/** Changing these would leave an app without a secret, or make it see every user as a new one. */
function refuseFixed(now: ClientSettings, wanted: ClientSettings): ClientSettings {
  if (wanted.confidential !== now.confidential)
    throw invalidClient('type', `${clientTypeOf(now)}, as when the client was added`);
  if (wanted.pairwise !== now.pairwise)
    throw invalidClient('pairwise', `${now.pairwise}, as when the client was added`);
  return wanted;
}
