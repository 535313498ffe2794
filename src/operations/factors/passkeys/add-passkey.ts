import * as ownPasskeys from '../../../accounts/passkeys/own-passkeys.ts';
import { ApiError } from '../../../http/api-error.ts';
import { success } from '../../../http/envelope.ts';
import { NotAnObject } from '../../../http/errors.ts';
import {
  AccountSuspended,
  CredentialRequired,
  FieldTooLong,
  InvalidPasskey,
  PasskeyRefused,
  PasskeyTaken,
} from '../../errors.ts';
import { refuseLongField } from '../../field-length.ts';
import { object, text } from '../../json-schema.ts';
import { operation } from '../../operation.ts';
import { factorOwner } from '../factor-owner.ts';
import { Passkey, PasskeyCredential } from '../schemas.ts';

export const addPasskey = operation(
  {
    id: 'addPasskey',
    summary: 'Add the passkey that the browser made; from then on it can log in',
    bearer: 'auth',
    needsRecentLogin: true,
    body: object(
      {
        credential: PasskeyCredential,
        name: text(
          `At most ${ownPasskeys.LONGEST_NAME} characters; if missing, the browser and system that it was made with.`,
        ),
      },
      { required: ['credential'] },
    ),
    status: 201,
    answers: Passkey,
    errors: [
      AccountSuspended,
      NotAnObject,
      CredentialRequired,
      FieldTooLong,
      InvalidPasskey,
      PasskeyTaken,
      PasskeyRefused,
    ],
  },
  async (request, services) => {
    const owner = await factorOwner(request, services, { duringFactorSetup: true });
    const body = await request.body();
    const credential = body.object('credential');
    if (!credential) throw new ApiError(CredentialRequired);
    const name = body.text('name');
    refuseLongField('name', name, ownPasskeys.LONGEST_NAME);
    const added = await ownPasskeys.addPasskey(services, owner, credential, name);
    return success('Passkey added', ownPasskeys.passkeyRepresentation(added), 201);
  },
);
