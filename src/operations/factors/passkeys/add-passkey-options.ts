import { creationOptions } from '../../../accounts/passkeys/own-passkeys.ts';
import { success } from '../../../http/envelope.ts';
import { AccountSuspended } from '../../errors.ts';
import { operation } from '../../operation.ts';
import { PasskeyCreationOptions } from '../../schemas.ts';
import { factorOwner } from '../factor-owner.ts';

export const addPasskeyOptions = operation(
  {
    id: 'addPasskeyOptions',
    summary: 'What a browser needs to make a passkey (`PublicKeyCredential.parseCreationOptionsFromJSON`)',
    bearer: 'auth',
    fresh: true,
    answers: PasskeyCreationOptions,
    errors: [AccountSuspended],
  },
  async (request, services) => {
    const owner = await factorOwner(request, services, { duringFactorSetup: true });
    return success('Make your passkey', { options: await creationOptions(services, owner) });
  },
);
