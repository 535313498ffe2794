import { newPasswordMember } from '../../api/body-members.ts';
import { operation } from '../../api/operation.ts';
import {
  newAccountMembers,
  REGISTRATION_ERRORS,
  registrationBody,
  registrationInput,
  registrationOptions,
  waitingApp,
} from '../../api/registration-members.ts';
import { SafeUser } from '../../api/schemas.ts';
import { done } from '../../http/envelope.ts';
import { byOwner } from '../../store/audit/record.ts';
import { refuseGuessablePassword, refuseWeakPassword } from '../passwords/password-policy.ts';
import { createAccount } from '../registration/create-account.ts';
import { permitRegistration } from '../registration/registration-policy.ts';
import { readRegistration, refuseEmptyTexts, trimInput } from '../registration/validate-registration.ts';
import { safeUser } from '../user-representations.ts';

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
    const sent = registrationInput(services, body);
    const chosen = { field: 'password', password: body.rawText('password') };
    const input = trimInput(sent, services.fields);
    refuseEmptyTexts(input, services.fields);
    refuseWeakPassword(chosen, 'registration');
    const registration = readRegistration(input, services.fields, 'user');

    const permit = permitRegistration(services.registrationPolicy, 'stranger', registration);
    const passwordWarning = await refuseGuessablePassword(services, request, chosen);
    const waiting = await waitingApp(request, services, registration.email);
    const user = await createAccount(services, {
      source: 'registration',
      permit,
      registration,
      password: chosen.password,
      ...registrationOptions(services, request, body),
      client: request,
      actor: byOwner(request.requester),
      steps: { waitingApp: waiting },
    });
    return { ...done(safeUser(user, services.fields)), passwordWarning };
  },
);
