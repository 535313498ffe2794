import { requestOptions } from '../../../accounts/passkeys/own-passkeys.ts';
import { success } from '../../../http/envelope.ts';
import { operation } from '../../operation.ts';
import { PasskeyRequestOptions } from '../schemas.ts';

export const loginPasskeyOptions = operation(
  {
    id: 'loginPasskeyOptions',
    summary:
      'What a browser needs to use a passkey (`PublicKeyCredential.parseRequestOptionsFromJSON`), for a login or ' +
      'for `POST /api/reauthenticate`; the same for everybody but for the challenge, which can be answered once, ' +
      'within 10 minutes',
    answers: PasskeyRequestOptions,
    errors: [],
  },
  async (_request, { passkeys }) => success('Use your passkey', { options: requestOptions(passkeys) }),
);
