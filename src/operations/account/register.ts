import { checkNewPassword } from '../../accounts/passwords/guessable-passwords.ts';
import { brokenPasswordRule } from '../../accounts/passwords/password-rule.ts';
import { createAccount } from '../../accounts/registration/create-account.ts';
import { readNewAccount } from '../../accounts/registration/field-rules.ts';
import { refuseRegistration } from '../../accounts/registration/registration-policy.ts';
import { safeUser } from '../../accounts/user-representations.ts';
import { done } from '../../http/envelope.ts';
import { owner } from '../../store/tables/events.ts';
import { acceptsTerms, acceptTermsMember, newPasswordMember } from '../body-members.ts';
import { EmailDomainRefused, Overloaded, RegistrationClosed, TermsNotAccepted } from '../errors.ts';
import { object, withOwnFields } from '../json-schema.ts';
import { memberOf, NEW_ACCOUNT_ERRORS, newAccountMembers, newFields, waitingApp } from '../new-account.ts';
import { operation } from '../operation.ts';
import { SafeUser } from '../schemas.ts';

const { full_name, email, ...otherMembers } = newAccountMembers;
const requiredMembers = { full_name, email, password: newPasswordMember, ...otherMembers };

export const register = operation(
  {
    id: 'register',
    summary: 'Create an account',
    description: 'The account is `INACTIVE` until its owner follows the link in the verification e-mail.',
    tag: 'Accounts',
    message: 'Registration successful. Please check your email to verify your account.',
    body: withOwnFields(
      'demanded',
      object({ ...requiredMembers, accept_terms: acceptTermsMember }, { required: Object.keys(requiredMembers) }),
    ),
    bodyIsRequired: true,
    status: 201,
    choosesPassword: true,
    answers: SafeUser,
    example: { account_status: 'INACTIVE', profile_image_url: null },
    errors: [RegistrationClosed, EmailDomainRefused, TermsNotAccepted, ...NEW_ACCOUNT_ERRORS, Overloaded],
  },
  async (request, services) => {
    services.passwords.refuseWhenFull(request);
    const body = await request.requiredBody();
    const registration = readNewAccount(memberOf(body), services.fields, brokenPasswordRule);
    const fields = newFields(services, body, 'user');
    const chosen = { field: 'password', password: registration.password ?? '' };
    // Checked before the password, whose check may call another service.
    refuseRegistration(services.registrationPolicy, 'stranger', registration);
    const passwordWarning = await checkNewPassword(services, request, chosen, 'registration');

    const language = request.language ?? services.defaultLanguage;
    const waiting = await waitingApp(request, services, registration.email);
    const wanted = { ...registration, fields, language, acceptsTerms: acceptsTerms(services, body) };
    const user = await createAccount(services, 'registration', wanted, request, owner(request.requester), {
      steps: { waitingApp: waiting },
    });
    return { ...done(safeUser(user, services.fields)), passwordWarning };
  },
);
