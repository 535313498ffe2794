import { acceptsTerms, acceptTermsMember } from '../../api/body-members.ts';
import {
  AccountNotActive,
  InvalidCode,
  SecondFactorRequired,
  TermsNotAccepted,
  TooManyAttempts,
} from '../../api/errors.ts';
import { object, string, text } from '../../api/json-schema.ts';
import { operation } from '../../api/operation.ts';
import { Login } from '../../api/schemas.ts';
import { withSecondFactor } from '../../core/factors/prove-second-factor.ts';
import { LOGIN_RESULTS, loginAnswer } from '../../core/operations/login-answer.ts';
import { beginSession } from '../../core/sign-in/begin-session.ts';
import { typedCode } from '../../lib/typed-code.ts';
import { InvalidLoginCode } from './declared.ts';
import { proveEmailCode } from './email-code.ts';
import { loginRequestMember } from './schemas.ts';

export const loginEmail = operation(
  {
    id: 'loginEmail',
    summary: 'Log in with a code from an e-mail',
    description:
      'Five wrong codes end the request. An account with a second factor answers 401 `second_factor_required` until ' +
      '`second_factor` is sent too. An account that was never verified becomes that of the owner of the mailbox, ' +
      'without its password.',
    tag: 'Sessions',
    message: 'Login successful',
    body: object(
      {
        request: loginRequestMember,
        code: string({ description: 'Eight digits from the e-mail.', examples: ['53297180'] }),
        second_factor: text('Like `code` at login, if the account has a second factor.'),
        accept_terms: acceptTermsMember,
      },
      { required: ['request', 'code'] },
    ),
    results: LOGIN_RESULTS,
    answers: Login,
    errors: [InvalidLoginCode, AccountNotActive, SecondFactorRequired, InvalidCode, TooManyAttempts, TermsNotAccepted],
  },
  async (request, services) => {
    const body = await request.body();
    const { requester, language } = request;
    const sent = { request: body.text('request'), code: typedCode(body.text('code')) };
    const terms = { acceptsTerms: acceptsTerms(services, body) };
    const first = await proveEmailCode(services, { ...sent, ...terms }, requester);
    request.accountId = first.user.id;
    const proven = await withSecondFactor(services, { ...first, language }, body.text('second_factor'));
    const session = await beginSession(services, { ...proven, ...terms });

    return loginAnswer(proven, session, services);
  },
);
