import { checkNewPassword } from '../../accounts/passwords/guessable-passwords.ts';
import { brokenPasswordRule } from '../../accounts/passwords/password-rule.ts';
import { createAccount } from '../../accounts/registration/create-account.ts';
import { refuseRegistration } from '../../accounts/registration/registration-policy.ts';
import { safeUser } from '../../accounts/user-representations.ts';
import { done } from '../../http/envelope.ts';
import { owner } from '../../store/tables/events.ts';
import { newPasswordMember } from '../body-members.ts';
import {
  newAccountMembers,
  REGISTRATION_ERRORS,
  readRegistration,
  registrationBody,
  waitingApp,
} from '../new-account-members.ts';
import { operation } from '../operation.ts';
import { SafeUser } from '../schemas.ts';

const { full_name, email, ...otherMembers } = newAccountMembers;
export const register = operation(
  {
    id: 'register',
    summary: 'Create an account',
    description: 'The account is `INACTIVE` until its owner follows the link in the verification e-mail.',
    tag: 'Accounts',
    message: 'Registration successful. Please check your email to verify your account.',
    body: registrationBody({ full_name, email, password: newPasswordMember, ...otherMembers }),
    bodyIsRequired: true,
    status: 201,
    choosesPassword: true,
    answers: SafeUser,
    example: { account_status: 'INACTIVE', profile_image_url: null },
    errors: REGISTRATION_ERRORS,
  },
  async (request, services) => {
    services.passwords.refuseWhenFull(request);
    const body = await request.requiredBody();
    const registration = readRegistration(services, request, body, brokenPasswordRule);
    const chosen = { field: 'password', password: registration.password ?? '' };
    // Checked before the password, whose check may call another service.
    refuseRegistration(services.registrationPolicy, 'stranger', registration);
    const passwordWarning = await checkNewPassword(services, request, chosen, 'registration');

    const waiting = await waitingApp(request, services, registration.email);
    const user = await createAccount(services, 'registration', registration, request, owner(request.requester), {
      steps: { waitingApp: waiting },
    });
    return { ...done(safeUser(user, services.fields)), passwordWarning };
  },
);
