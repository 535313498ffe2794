import { operation } from '../../api/operation.ts';
import { done } from '../../http/envelope.ts';
import { requestOptions } from './own-passkeys.ts';
import { PasskeyRequestOptions } from './schemas.ts';

export const loginPasskeyOptions = operation(
  {
    id: 'loginPasskeyOptions',
    summary: 'Get passkey login options',
    description:
      'Input for `PublicKeyCredential.parseRequestOptionsFromJSON`, for a login or `POST /api/reauthenticate`. ' +
      'The challenge can be answered once, within 10 minutes.',
    tag: 'Passkeys',
    message: 'Use your passkey',
    answers: PasskeyRequestOptions,
  },
  async (_request, { passkeys }) => done({ options: requestOptions(passkeys) }),
);
