import { refuseLongField } from '../../api/body-members.ts';
import { CredentialRequired, FieldTooLong } from '../../api/errors.ts';
import { object, string } from '../../api/json-schema.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { NotAnObject } from '../../http/errors.ts';
import { InvalidPasskey, PasskeyRefused, PasskeyTaken } from './declared.ts';
import * as ownPasskeys from './own-passkeys.ts';
import { Passkey, PasskeyCredential } from './schemas.ts';

export const addPasskey = protectedOperation(
  {
    id: 'addPasskey',
    summary: 'Add a passkey',
    description: 'Takes the credential that the browser created. It can log in from then on.',
    tag: 'Passkeys',
    message: 'Passkey added',
    bearer: 'auth',
    duringFactorSetup: true,
    needsRecentLogin: 'with second factor',
    body: object(
      {
        credential: PasskeyCredential,
        name: string({
          maxLength: ownPasskeys.MAX_PASSKEY_NAME_LENGTH,
          description: 'By default the browser and system it was created with.',
        }),
      },
      { required: ['credential'] },
    ),
    status: 201,
    answers: Passkey,
    errors: [NotAnObject, CredentialRequired, FieldTooLong, InvalidPasskey, PasskeyTaken, PasskeyRefused],
  },
  async (request, services, owner) => {
    const body = await request.body();
    const credential = body.object('credential');
    if (!credential) throw new ApiError(CredentialRequired);
    const name = body.text('name');
    refuseLongField('name', name, ownPasskeys.MAX_PASSKEY_NAME_LENGTH);
    const added = await ownPasskeys.addPasskey(services, owner, credential, name);
    return done(ownPasskeys.passkeyRepresentation(added));
  },
);
