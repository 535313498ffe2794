import * as ownPasskeys from '../../../accounts/factors/passkeys/own-passkeys.ts';
import { ApiError } from '../../../http/api-error.ts';
import { done } from '../../../http/envelope.ts';
import { authenticate, refuseSuspended, requireSession } from '../../authenticate.ts';
import { AccountSuspended, EmptyField, FieldTooLong, PasskeyNotFound } from '../../errors.ts';
import { refuseLongField } from '../../field-length.ts';
import { object, string } from '../../json-schema.ts';
import { operation } from '../../operation.ts';
import { Passkey } from '../schemas.ts';

export const renamePasskey = operation(
  {
    id: 'renamePasskey',
    summary: 'Rename a passkey',
    description: 'The name is for its owner alone.',
    tag: 'Passkeys',
    message: 'Passkey renamed',
    bearer: 'auth',
    body: object({ name: string({ minLength: 1, maxLength: ownPasskeys.LONGEST_NAME }) }),
    answers: Passkey,
    errors: [AccountSuspended, EmptyField, FieldTooLong, PasskeyNotFound],
  },
  async (request, services) => {
    const { user, claims } = await authenticate(request, services, 'auth');
    refuseSuspended(user);
    await requireSession(claims, services);
    const name = (await request.body()).text('name');
    if (name === '') throw new ApiError(EmptyField, { field: 'name' });
    refuseLongField('name', name, ownPasskeys.LONGEST_NAME);
    // A passkey of somebody else is answered like one that does not exist.
    const { requester } = request;
    const renamed = await ownPasskeys.renamePasskey(services.db, { user, requester }, request.params.id ?? '', name);
    return done(ownPasskeys.passkeyRepresentation(renamed));
  },
);
