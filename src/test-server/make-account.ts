import { readEnumMember, refuseUnknownMembers } from '../administration/read-body.ts';
import { answerToRefusal } from '../api/answer-to-refusal.ts';
import { customFieldsIn } from '../api/body-members.ts';
import { UserNotFound } from '../api/errors.ts';
import type { Operation } from '../api/operation.ts';
import type { SharedServices } from '../api/services.ts';
import { type AccountFields, customFields, withoutOff } from '../config/field-presence.ts';
import { FIELD_TYPES } from '../config/field-types.ts';
import { canonicalEmail } from '../core/email-address.ts';
import { suspend } from '../core/lifecycle/suspend.ts';
import { login } from '../core/operations/login.ts';
import { register } from '../core/operations/register.ts';
import { Refusal } from '../core/refusal.ts';
import { createAccount } from '../core/registration/create-account.ts';
import { permitRegistration } from '../core/registration/registration-policy.ts';
import { validateRegistration } from '../core/registration/validate-registration.ts';
import { activate } from '../core/registration/verify-account.ts';
import { beginSession } from '../core/sign-in/begin-session.ts';
import { loginUser } from '../core/user-representations.ts';
import { ApiError } from '../http/api-error.ts';
import type { Body } from '../http/json-body.ts';
import type { HttpRequest } from '../http/request.ts';
import { byOwner, withoutAddress } from '../store/audit/record.ts';
import { ACCOUNT_STATUSES, type AccountStatus, ROLES, type User } from '../store/tables/user.ts';
import * as users from '../store/tables/users.ts';

const ACCOUNT_MEMBERS = ['full_name', 'email', 'password', 'industry', 'phone_number', 'role', 'account_status'];
const SESSION_MEMBERS = ['email', 'amr'];
const PASSWORD = 'Latchkey-test-1';

/** Creates an account without an e-mail, with made-up values for missing members. Active accounts are logged in. */
export async function makeAccount(request: HttpRequest, services: SharedServices, number: number): Promise<object> {
  const body = await request.body();
  const { fields } = services;
  refuseUnknownMembers(body, [...ACCOUNT_MEMBERS, ...(customFields(fields).length > 0 ? ['fields'] : [])]);
  const madeUp = {
    full_name: `User ${number}`,
    email: `user${number}@example.com`,
    password: PASSWORD,
    industry: 'Testing',
    phone_number: `+1 555 ${String(number).padStart(7, '0')}`,
  };
  const password = body.rawText('password') || madeUp.password;
  const status = chosen(body, 'account_status', ACCOUNT_STATUSES, 'ACTIVE');
  const inserted = await answered(register, async () => {
    const text = (field: keyof typeof madeUp) => body.uncheckedText(field) || madeUp[field];
    const input = {
      full_name: text('full_name'),
      email: text('email'),
      industry: text('industry'),
      phone_number: text('phone_number'),
      fields: { ...madeUpFields(fields), ...customFieldsIn(services, body) },
    };
    const registration = validateRegistration(input, services.fields, 'administrators');
    const role = chosen(body, 'role', ROLES, 'USER');
    const language = request.language ?? services.defaultLanguage;
    const permit = permitRegistration(services.registrationPolicy, 'operator', registration);
    const actor = byOwner(request.requester);
    return createAccount(services, {
      source: 'testServer',
      permit,
      registration,
      password,
      role,
      language,
      client: request,
      actor,
    });
  });
  const user = await withStatus(services, inserted, status);
  const session = status === 'ACTIVE' ? await sessionOf(services, request, user, ['pwd']) : NO_SESSION;
  return { user: withoutOff(loginUser(user, services.fields), services.fields), password, ...session };
}

/** Values for the required fields of FIELDS_FILE. */
const madeUpFields = (fields: AccountFields) =>
  Object.fromEntries(
    customFields(fields).flatMap(({ key, type, required }) => (required ? [[key, FIELD_TYPES[type].sample]] : [])),
  );

/** Begins a session of an existing account without its password. */
export async function makeSession(request: HttpRequest, services: SharedServices): Promise<object> {
  const body = await request.body();
  refuseUnknownMembers(body, SESSION_MEMBERS);
  return beginSessionOf(request, services, body);
}

/** Begins a session of the account with the member `email`, as if it had been proven by `amr`. */
export async function beginSessionOf(request: HttpRequest, services: SharedServices, body: Body) {
  const user = await users.byEmail(services.db, canonicalEmail(body.uncheckedText('email')) ?? '');
  if (!user) throw new ApiError(UserNotFound);
  const amr = body.has('amr') ? body.texts('amr') : ['pwd'];
  return {
    user: withoutOff(loginUser(user, services.fields), services.fields),
    ...(await sessionOf(services, request, user, amr)),
  };
}

const NO_SESSION = { access_token: null, refresh_token: null };

async function sessionOf(
  services: SharedServices,
  { requester }: HttpRequest,
  user: User,
  amr: readonly string[],
): Promise<Record<keyof typeof NO_SESSION, string>> {
  const session = await answered(login, () =>
    beginSession(services, { user, amr, requester, isUnproven: false, spend: [], acceptsTerms: true }),
  );
  return { access_token: session.accessToken, refresh_token: session.refreshToken };
}

/** Returns the errors that the operation declares. */
async function answered<T>(operation: Operation, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw (error instanceof Refusal && answerToRefusal(operation, error)) || error;
  }
}

async function withStatus({ db }: SharedServices, user: User, accountStatus: AccountStatus): Promise<User> {
  if (accountStatus === 'INACTIVE') return user;
  const actor = withoutAddress('test server');
  await activate(db, user.id, actor);
  if (accountStatus === 'SUSPENDED') await suspend(db, user.id, actor, { allowLastAdmin: true });
  return { ...user, accountStatus };
}

const chosen = <Value extends string>(body: Body, name: string, values: readonly Value[], otherwise: Value): Value =>
  body.has(name) ? readEnumMember(body, name, values) : otherwise;
