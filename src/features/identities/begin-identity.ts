import { object, text } from '../../api/json-schema.ts';
import { operation } from '../../api/operation.ts';
import { done } from '../../http/envelope.ts';
import { ProviderMisconfigured, ProviderNotFound, ProviderUnavailable } from './errors.ts';
import { BegunIdentity } from './schemas.ts';

export const beginIdentity = operation(
  {
    id: 'beginIdentity',
    summary: 'Begin a login with a provider',
    description: 'Stores nothing. The provider sends the browser back to `/login/callback/<id>` below `FRONTEND_URL`.',
    tag: 'Login with other providers',
    message: 'Go on at the provider',
    body: object({ provider: text('The id of the provider.') }),
    answers: BegunIdentity,
    errors: [ProviderNotFound, ProviderMisconfigured, ProviderUnavailable],
  },
  async (request, { identities }) => {
    const body = await request.body();
    return done(await identities.begin(body.text('provider')));
  },
);
