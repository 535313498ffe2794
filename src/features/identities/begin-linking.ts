import { object, text } from '../../api/json-schema.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { done } from '../../http/envelope.ts';
import { ProviderMisconfigured, ProviderNotFound, ProviderUnavailable } from './errors.ts';
import { BegunIdentity } from './schemas.ts';

export const beginLinking = protectedOperation(
  {
    id: 'beginLinking',
    summary: 'Begin to link a login with a provider',
    description: 'As `POST /api/identity/begin`. What it leads to can be linked by this session, and do nothing else.',
    tag: 'Login with other providers',
    message: 'Go on at the provider',
    bearer: 'auth',
    accountStatus: 'ACTIVE',
    needsRecentLogin: 'with second factor',
    body: object({ provider: text('The id of the provider.') }),
    answers: BegunIdentity,
    errors: [ProviderNotFound, ProviderMisconfigured, ProviderUnavailable],
  },
  async (request, { identities }, { recentLogin: { sessionId = '' } }) => {
    const body = await request.body();
    return done(await identities.begin(body.text('provider'), { purpose: 'link', sessionId }));
  },
);
