import { object, text } from '../../api/json-schema.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { ProviderMisconfigured, ProviderNotFound, ProviderUnavailable } from './errors.ts';
import { BegunIdentity } from './schemas.ts';
import { list } from './table.ts';

export const beginConfirming = protectedOperation(
  {
    id: 'beginConfirming',
    summary: 'Begin to confirm your identity with a provider',
    description:
      'Like `POST /api/identity/begin`, for a linked provider, where the user has to log in again. The ticket is for ' +
      '`POST /api/reauthenticate` in this session only.',
    tag: 'Login with other providers',
    message: 'Go on at the provider',
    bearer: 'auth',
    duringFactorSetup: true,
    needsSession: true,
    body: object({ provider: text('The id of the provider.') }),
    answers: BegunIdentity,
    errors: [ProviderNotFound, ProviderMisconfigured, ProviderUnavailable],
  },
  async (request, { db, identities }, { user, sessionId }) => {
    const provider = (await request.body()).text('provider');
    const isLinked = (await list(db, user.id)).some((identity) => identity.provider === provider);
    if (!isLinked || !identities.confirms(provider)) throw new ApiError(ProviderNotFound);
    return done(await identities.begin(provider, { purpose: 'confirm', sessionId }));
  },
);
