import { refuseLongField } from '../../api/body-members.ts';
import { EmptyField, FieldTooLong } from '../../api/errors.ts';
import { object, string } from '../../api/json-schema.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { PasskeyNotFound } from './declared.ts';
import * as ownPasskeys from './own-passkeys.ts';
import { Passkey } from './schemas.ts';

export const renamePasskey = protectedOperation(
  {
    id: 'renamePasskey',
    summary: 'Rename a passkey',
    description: 'Only its owner sees the name.',
    tag: 'Passkeys',
    message: 'Passkey renamed',
    bearer: 'auth',
    needsSession: true,
    body: object({ name: string({ minLength: 1, maxLength: ownPasskeys.MAX_PASSKEY_NAME_LENGTH }) }),
    answers: Passkey,
    errors: [EmptyField, FieldTooLong, PasskeyNotFound],
  },
  async (request, services, { user }) => {
    const name = (await request.body()).text('name');
    if (name === '') throw new ApiError(EmptyField, { field: 'name' });
    refuseLongField('name', name, ownPasskeys.MAX_PASSKEY_NAME_LENGTH);
    // Another user's passkey is answered like one that does not exist.
    const { requester } = request;
    const renamed = await ownPasskeys.renamePasskey(services.db, { user, requester }, request.params.id ?? '', name);
    return done(ownPasskeys.passkeyRepresentation(renamed));
  },
);
