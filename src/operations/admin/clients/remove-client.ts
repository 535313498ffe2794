import { removeClient as remove } from '../../../accounts/apps/openid-clients.ts';
import { done } from '../../../http/envelope.ts';
import { ClientNotFound } from '../../errors.ts';
import { EmptyObject } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';

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
