import { canonicalEmail } from '../../accounts/email-address.ts';
import type { PasswordRule } from '../../accounts/passwords/password-rule.ts';
import { isBlank } from '../../accounts/profile/profile-rules.ts';
import { safeUser } from '../../accounts/user-representations.ts';
import { ApiError } from '../../http/api-error.ts';
import type { ApiRequest } from '../../http/api-request.ts';
import { done } from '../../http/envelope.ts';
import type { Body } from '../../http/json-body.ts';
import { change, happening } from '../../store/change.ts';
import { UniqueViolation } from '../../store/engine/database.ts';
import { ofEmail, owner } from '../../store/tables/events.ts';
import * as outbox from '../../store/tables/outbox.ts';
import * as users from '../../store/tables/users.ts';
import { emailMember, newPasswordMember, profileMember } from '../body-members.ts';
import { EmptyField, FieldTooLong, InvalidEmail, Overloaded, WeakPassword } from '../errors.ts';
import { refuseTooLong } from '../field-length.ts';
import { object } from '../json-schema.ts';
import { narrowed, operation } from '../operation.ts';
import { SafeUser } from '../schemas.ts';
import type { Services } from '../services.ts';
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
    const { db, passwords, throttle, defaultLanguage } = services;
    passwords.refuseWhenFull(request);
    const registration = readRegistration(await request.requiredBody(), services.brokenPasswordRule);
    await refuseTaken(db, registration);

    const { email } = registration;
    const passwordHash = await passwords.hash(registration.password, request);
    const language = request.language ?? defaultLanguage;
    const registered = change(
      happening('registered', ofEmail(email)),
      {
        user: users.insert({ ...registration, passwordHash, language }),
        // Counts towards the rate limit but is never refused by it: requests of others must not block it.
        limit: throttle.countEmail('verification', email),
        waitingApp: await waitingApp(request, services, email),
      },
      { emails: [outbox.enqueue('verification', email, { language })] },
    );
    try {
      const { user } = await db.commit(owner(request.requester), registered);
      return done(safeUser(user));
    } catch (error) {
      throw error instanceof UniqueViolation ? await conflict(db, registration) : error;
    }
  },
);

/** For the hosted pages: the app that waits for a login is known on the device too where the e-mail is opened. */
async function waitingApp({ query, cookies }: ApiRequest, { db, openId }: Services, email: string) {
  const uid = openId.isOn ? query.get('interaction') : null;
  if (uid === null) return [];
  const { noteWaitingApp } = await import('../../openid/waiting-app.ts');
  return noteWaitingApp({ db, openId, uid, cookies, email });
}

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
