import { acceptsTerms, acceptTermsMember } from '../../api/body-members.ts';
import { AccountNotActive, CredentialRequired, TermsNotAccepted } from '../../api/errors.ts';
import { object } from '../../api/json-schema.ts';
import { operation } from '../../api/operation.ts';
import { Login } from '../../api/schemas.ts';
import { LOGIN_RESULTS, loginAnswer } from '../../core/operations/login-answer.ts';
import { beginSession } from '../../core/sign-in/begin-session.ts';
import { ApiError } from '../../http/api-error.ts';
import { NotAnObject } from '../../http/errors.ts';
import { InvalidPasskey, UnknownPasskey } from './declared.ts';
import { provePasskey } from './prove-passkey.ts';
import { PasskeyCredential } from './schemas.ts';

export const loginPasskey = operation(
  {
    id: 'loginPasskey',
    summary: 'Log in with a passkey',
    description:
      'A passkey counts as two factors and needs no other proof. Ends the previous session, unless ' +
      '`SESSIONS=many`.',
    tag: 'Passkeys',
    message: 'Login successful',
    body: object({ credential: PasskeyCredential, accept_terms: acceptTermsMember }, { required: ['credential'] }),
    results: LOGIN_RESULTS,
    answers: Login,
    errors: [NotAnObject, CredentialRequired, InvalidPasskey, UnknownPasskey, AccountNotActive, TermsNotAccepted],
  },
  async (request, services) => {
    const body = await request.body();
    const credential = body.object('credential');
    if (!credential) throw new ApiError(CredentialRequired);
    const { requester, language } = request;
    const proven = await provePasskey(services, credential, requester);
    request.accountId = proven.user.id;
    const session = await beginSession(services, {
      ...proven,
      language,
      acceptsTerms: acceptsTerms(services, body),
    });

    return loginAnswer(proven, session, services);
  },
);
