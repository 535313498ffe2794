import { requestOptions } from '../../../accounts/factors/passkeys/own-passkeys.ts';
import { done } from '../../../http/envelope.ts';
import { operation } from '../../operation.ts';
import { PasskeyRequestOptions } from '../schemas.ts';

export const loginPasskeyOptions = operation(
  {
    id: 'loginPasskeyOptions',
    summary: 'Get passkey login options',
    description:
      'What a browser needs (`PublicKeyCredential.parseRequestOptionsFromJSON`) for a login or for `POST ' +
      '/api/reauthenticate`. The same for everybody but for the challenge, which can be answered once, within ' +
      '10 minutes.',
    tag: 'Passkeys',
    message: 'Use your passkey',
    answers: PasskeyRequestOptions,
    errors: [],
  },
  async (_request, { passkeys }) => done({ options: requestOptions(passkeys) }),
);
