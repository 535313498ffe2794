import { acceptsTerms, acceptTermsMember, emailMember, passwordMember } from '../../api/body-members.ts';
import { CREDENTIAL_ERRORS, checkCredentials } from '../../api/check-credentials.ts';
import { AccountNotActive, InvalidCode, SecondFactorRequired, TermsNotAccepted } from '../../api/errors.ts';
import { object, text } from '../../api/json-schema.ts';
import { operation } from '../../api/operation.ts';
import { Login } from '../../api/schemas.ts';
import { withSecondFactor } from '../factors/prove-second-factor.ts';
import { rehashIfOutdated } from '../passwords/verify-password.ts';
import { beginSession } from '../sign-in/begin-session.ts';
import { LOGIN_RESULTS, loginAnswer } from './login-answer.ts';

export const login = operation(
  {
    id: 'login',
    summary: 'Log in',
    description:
      'Ends the previous session, unless `SESSIONS=many`. An account with a second factor answers 401 ' +
      '`second_factor_required` until `code` is sent too.',
    tag: 'Sessions',
    message: 'Login successful',
    body: object(
      {
        email: emailMember,
        password: passwordMember,
        code: text('The second factor, if the account has one: six digits from the app, or a recovery code.'),
        accept_terms: acceptTermsMember,
      },
      { required: ['email', 'password'] },
    ),
    results: LOGIN_RESULTS,
    answers: Login,
    errors: [...CREDENTIAL_ERRORS, AccountNotActive, SecondFactorRequired, InvalidCode, TermsNotAccepted],
  },
  async (request, services) => {
    const { user, password, body } = await checkCredentials(request, services);

    const { requester, language } = request;
    const first = { user, amr: ['pwd'], isUnproven: false, spend: [], requester, language };
    const proven = await withSecondFactor(services, first, body.text('code'));
    const session = await beginSession(services, { ...proven, acceptsTerms: acceptsTerms(services, body) });
    await rehashIfOutdated(services, user, password, request);
    services.breachNotices.begin(user, password, request);

    return loginAnswer(proven, session, services);
  },
);
