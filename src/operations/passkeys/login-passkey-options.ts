import { PasskeyRequestOptions } from '../../api/factor-schemas.ts';
import { operation } from '../../api/operation.ts';
import { requestOptions } from '../../core/factors/passkeys/own-passkeys.ts';
import { done } from '../../http/envelope.ts';

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
