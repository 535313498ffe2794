import { adminOperation } from '../../../administration/admin-operation.ts';
import { InvalidMember } from '../../../api/errors.ts';
import { integer, list, partialObject } from '../../../api/json-schema.ts';
import { EmptyObject } from '../../../api/schemas.ts';
import { ApiError } from '../../../http/api-error.ts';
import { done } from '../../../http/envelope.ts';
import type { Body } from '../../../http/json-body.ts';
import { ClientNotFound, ClientWithoutSecret, TooManyClients } from '../declared.ts';
import { addOpenIdClient, changeOpenIdClient, removeClient as remove, rotateClientSecret } from './change-clients.ts';
import { clientRepresentation } from './client-representation.ts';
import {
  type ClientSettings,
  clientTypeOf,
  DEFAULT_OVERLAP_SECONDS,
  invalidClient,
  MAX_OVERLAP_SECONDS,
} from './client-rules.ts';
import { CLIENT_ERRORS, CLIENT_MEMBERS, Client, ClientWithSecret, readClient } from './client-schemas.ts';
import { findOpenIdClient, listOpenIdClients } from './client-table.ts';

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
    const settings = readClient(await body());
    const added = await addOpenIdClient(services.db, settings, services.clientPolicy(), admin.recentLogin, admin.actor);
    return done({ client: clientRepresentation(added.client), client_secret: added.secret });
  },
);

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
    const settingsOf = (now: ClientSettings) => refuseFixed(now, readClient(body, now));
    const changes = { settingsOf, policy: services.clientPolicy() };
    const id = request.params.id ?? '';
    const changed = await changeOpenIdClient(services.db, id, changes, admin.recentLogin, admin.actor);
    return done(clientRepresentation(changed));
  },
);

/** Changing these would leave an app without a secret, or make it see every user as a new one. */
function refuseFixed(now: ClientSettings, settings: ClientSettings): ClientSettings {
  if (settings.confidential !== now.confidential)
    throw invalidClient('type', `${clientTypeOf(now)}, as when the client was added`);
  if (settings.pairwise !== now.pairwise)
    throw invalidClient('pairwise', `${now.pairwise}, as when the client was added`);
  return settings;
}

export const adminRemoveClient = adminOperation(
  {
    id: 'adminRemoveClient',
    summary: 'Remove an OpenID client',
    description: 'Nobody can log in to the app anymore.',
    tag: 'Administration: OpenID clients',
    message: 'Client removed',
    answers: EmptyObject,
    errors: [ClientNotFound],
  },
  async ({ request, services, admin }) => {
    await remove(services.db, request.params.id ?? '', admin.recentLogin, admin.actor);
    return done({});
  },
);

export const adminRotateClientSecret = adminOperation(
  {
    id: 'adminRotateClientSecret',
    summary: "Rotate an OpenID client's secret",
    description: 'The new secret is shown only in this answer. The previous one works for a while.',
    tag: 'Administration: OpenID clients',
    message: 'Secret rotated',
    body: partialObject({
      overlap_seconds: integer({
        minimum: 0,
        maximum: MAX_OVERLAP_SECONDS,
        default: DEFAULT_OVERLAP_SECONDS,
        description: 'How long the previous secret works.',
      }),
    }),
    answers: ClientWithSecret,
    errors: [ClientNotFound, ClientWithoutSecret, InvalidMember],
  },
  async ({ request, body, services, admin }) => {
    const rotation = { id: request.params.id ?? '', overlapSeconds: readOverlap(await body()) };
    const rotated = await rotateClientSecret(services.db, rotation, admin.recentLogin, admin.actor);
    return done({ client: clientRepresentation(rotated.client), client_secret: rotated.secret });
  },
);

function readOverlap(body: Body): number {
  const text = body.text('overlap_seconds');
  if (text === '') return DEFAULT_OVERLAP_SECONDS;
  if (!/^\d{1,7}$/.test(text) || Number(text) > MAX_OVERLAP_SECONDS) {
    throw new ApiError(InvalidMember, { field: 'overlap_seconds', rule: `a number from 0 to ${MAX_OVERLAP_SECONDS}` });
  }
  return Number(text);
}
