import { canonicalEmail } from '../accounts/email-address.ts';
import type { PasswordRule } from '../accounts/password-rule.ts';
import { isBlank, lengthProblem } from '../accounts/text-rule.ts';
import { safeUser, type User } from '../accounts/user.ts';
import type { ApiRequest, Services } from '../http/api-request.ts';
import type { Body } from '../http/body.ts';
import { type Answer, ApiError, success } from '../http/envelope.ts';
import { LANGUAGES } from '../languages.ts';
import * as audit from '../store/audit.ts';
import { type Database, UniqueViolation } from '../store/database.ts';
import * as outbox from '../store/outbox.ts';
import * as users from '../store/users.ts';

export async function register(request: ApiRequest, services: Services): Promise<Answer> {
  const { db, passwords, throttle, wakeMail } = services;
  passwords.refuseWhenFull(request);
  const registration = readRegistration(await request.requiredBody(), services.passwordProblem);
  await refuseTaken(db, registration);

  const passwordHash = await passwords.hash(registration.password, request);
  const language = request.language ?? LANGUAGES[0];
  const email = [outbox.enqueue('verification', registration.email, { language })];
  // The first e-mail is always sent: whoever asked for others to this address before must not cost the owner theirs.
  const counted = throttle.takeEmail('verification', registration.email).map((take) => ({ ...take, required: false }));
  const event = audit.recordByEmail('registered', registration.email, request.origin);
  let user: User;
  try {
    user = await users.create(db, { ...registration, passwordHash, language }, [...email, ...counted, event]);
  } catch (error) {
    throw error instanceof UniqueViolation ? await conflict(db, registration) : error;
  }
  wakeMail();
  return success('Registration successful. Please check your email to verify your account.', safeUser(user), 201);
}

function readRegistration(body: Body, passwordProblem: PasswordRule) {
  const fullName = body.text('full_name');
  // Whatever characters make it no address, the answer is the one for an address that is not valid.
  const rawEmail = body.uncheckedText('email');
  const password = body.secret('password');
  const industry = body.text('industry');
  const phoneNumber = body.text('phone_number').normalize('NFC');

  if (isBlank(fullName)) throw new ApiError('missing_field', 'full_name cannot be empty');
  if (isBlank(industry)) throw new ApiError('missing_field', 'industry cannot be empty');
  if (isBlank(phoneNumber)) throw new ApiError('missing_field', 'phone_number cannot be empty');

  const weakness = passwordProblem(password, 'registration');
  if (weakness) throw new ApiError('weak_password', weakness);

  const email = canonicalEmail(rawEmail);
  if (email === undefined) throw new ApiError('invalid_email', 'The email address is not valid.');

  const tooLong =
    lengthProblem('full_name', fullName) ??
    lengthProblem('industry', industry) ??
    lengthProblem('phone_number', phoneNumber);
  if (tooLong) throw new ApiError('invalid_field', tooLong);

  return { fullName, email, password, industry, phoneNumber };
}

type Identity = { readonly email: string; readonly phoneNumber: string };

async function refuseTaken(db: Database, { email, phoneNumber }: Identity): Promise<void> {
  const [isEmailTaken, isPhoneTaken] = await Promise.all([
    users.isEmailTaken(db, email),
    users.isPhoneTaken(db, phoneNumber),
  ]);
  if (isEmailTaken) throw new ApiError('email_taken', 'Email already exists');
  if (isPhoneTaken) throw phoneTaken();
}

/** Someone else was quicker between the look and the write: the same answers, in the same order. */
async function conflict(db: Database, identity: Identity): Promise<ApiError> {
  await refuseTaken(db, identity);
  return new ApiError('conflict', 'The account could not be created because it conflicts with another one');
}

export const phoneTaken = () => new ApiError('phone_number_taken', 'Phone number already exists');
