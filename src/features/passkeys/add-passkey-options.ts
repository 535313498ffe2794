import type { Authenticated } from '../../api/authenticate.ts';
import { FactorSetupRequired } from '../../api/errors.ts';
import { boolean, partialObject } from '../../api/json-schema.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { recentLoginRequired } from '../../api/require-recent-login.ts';
import type { Services } from '../../api/services.ts';
import { needsFactorSetup } from '../../core/factors/second-factors.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { creationOptions } from './own-passkeys.ts';
import { PasskeyCreationOptions } from './schemas.ts';

export const addPasskeyOptions = protectedOperation(
  {
    id: 'addPasskeyOptions',
    summary: 'Get passkey creation options',
    description: 'Input for `PublicKeyCredential.parseCreationOptionsFromJSON`.',
    tag: 'Passkeys',
    message: 'Create your passkey',
    bearer: 'auth',
    duringFactorSetup: true,
    needsRecentLogin: 'with second factor',
    body: {
      ...partialObject({
        conditional: boolean({
          description:
            "For `mediation: 'conditional'`: the browser creates a passkey without asking its user. " +
            'Only shortly after a login with a password.',
        }),
      }),
      examples: [{}],
    },
    answers: PasskeyCreationOptions,
  },
  async (request, services, owner) => {
    const isQuiet = (await request.body()).text('conditional') === 'true';
    if (isQuiet) await refuseQuietPasskey(services, owner);
    return done({ options: await creationOptions(services, owner, isQuiet) });
  },
);

/**
 * A quiet passkey requires that a password was just entered. If SECOND_FACTOR demands a factor, a quiet passkey is
 * refused, because every login would demand a factor that the owner may not know.
 */
async function refuseQuietPasskey(
  services: Services,
  { user, claims }: Pick<Authenticated, 'user' | 'claims'>,
): Promise<void> {
  if (!claims.amr?.includes(BY_PASSWORD)) throw recentLoginRequired(services);
  if (await needsFactorSetup(services, user, claims.amr)) throw new ApiError(FactorSetupRequired);
}

/** The `amr` value (RFC 8176) of a login with a password. */
const BY_PASSWORD = 'pwd';
