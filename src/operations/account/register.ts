import { canonicalEmail } from '../../accounts/email-address.ts';
import type { PasswordRule } from '../../accounts/password-rule.ts';
import { isBlank } from '../../accounts/profile-rules.ts';
import { safeUser } from '../../accounts/user-representations.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import type { Body } from '../../http/json-body.ts';
import * as audit from '../../store/audit.ts';
import { UniqueViolation } from '../../store/database.ts';
import * as outbox from '../../store/outbox.ts';
import type { User } from '../../store/user.ts';
import * as users from '../../store/users.ts';
import { emailMember, newPasswordMember, profileMember } from '../body-members.ts';
import { EmptyField, FieldTooLong, InvalidEmail, Overloaded, WeakPassword } from '../errors.ts';
import { refuseTooLong } from '../field-length.ts';
import { object } from '../json-schema.ts';
import { narrowed, operation } from '../operation.ts';
import { SafeUser } from '../schemas.ts';
import { conflict, refuseTaken, TAKEN } from './email-or-phone-taken.ts';

export const register = operation(
  {
    id: 'register',
    summary: 'Create an account',
    description:
      'The account is `INACTIVE` until its owner follows the link of the verification e-mail, which is sent at once.',
    tag: 'Accounts',
    message: 'Registration successful. Please check your email to verify your account.',
    body: object({
      full_name: profileMember('full_name'),
      email: emailMember,
      password: newPasswordMember,
      industry: profileMember('industry'),
      phone_number: profileMember('phone_number'),
    }),
    bodyIsRequired: true,
    status: 201,
    answers: SafeUser,
    example: { account_status: 'INACTIVE', profile_image_url: null },
    errors: [
      narrowed(EmptyField, { field: '(full_name|industry|phone_number)' }),
      WeakPassword,
      InvalidEmail,
      FieldTooLong,
      ...TAKEN,
      Overloaded,
    ],
  },
  async (request, services) => {
    const { db, passwords, throttle, wakeMail, defaultLanguage } = services;
    passwords.refuseWhenFull(request);
    const registration = readRegistration(await request.requiredBody(), services.brokenPasswordRule);
    await refuseTaken(db, registration);

    const passwordHash = await passwords.hash(registration.password, request);
    const language = request.language ?? defaultLanguage;
    const email = [outbox.enqueue('verification', registration.email, { language })];
    // Counts towards the rate limit but is never refused by it: requests of others must not block it.
    const counted = throttle
      .takeEmail('verification', registration.email)
      .map((take) => ({ ...take, required: false }));
    const event = audit.recordByEmail('registered', registration.email, request.requester);
    let user: User;
    try {
      user = await users.create(db, { ...registration, passwordHash, language }, [...email, ...counted, event]);
    } catch (error) {
      throw error instanceof UniqueViolation ? await conflict(db, registration) : error;
    }
    wakeMail();
    return done(safeUser(user));
  },
);

function readRegistration(body: Body, brokenPasswordRule: PasswordRule) {
  const fullName = body.text('full_name');
  // Unchecked, because forbidden characters in an e-mail address are answered with InvalidEmail.
  const rawEmail = body.uncheckedText('email');
  const password = body.rawText('password');
  const industry = body.text('industry');
  const phoneNumber = body.text('phone_number').normalize('NFC');

  if (isBlank(fullName)) throw new ApiError(EmptyField, { field: 'full_name' });
  if (isBlank(industry)) throw new ApiError(EmptyField, { field: 'industry' });
  if (isBlank(phoneNumber)) throw new ApiError(EmptyField, { field: 'phone_number' });

  const broken = brokenPasswordRule(password, 'registration');
  if (broken) throw new ApiError(WeakPassword, { field: 'password', ...broken });

  const email = canonicalEmail(rawEmail);
  if (email === undefined) throw new ApiError(InvalidEmail);

  refuseTooLong('full_name', fullName);
  refuseTooLong('industry', industry);
  refuseTooLong('phone_number', phoneNumber);

  return { fullName, email, password, industry, phoneNumber };
}
