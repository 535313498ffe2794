import { canonicalEmail } from '../accounts/email-address.ts';
import { Refusal } from '../accounts/refusal.ts';
import { beginSession } from '../accounts/sign-in/begin-session.ts';
import { loginUser } from '../accounts/user-representations.ts';
import { ApiError } from '../http/api-error.ts';
import type { Body } from '../http/json-body.ts';
import type { HttpRequest } from '../http/request.ts';
import { conflict, refuseTaken } from '../operations/account/email-or-phone-taken.ts';
import { readEnumMember } from '../operations/admin/read-body.ts';
import { answerToRefusal } from '../operations/answer-to-refusal.ts';
import { InvalidEmail, UnknownMember, UserNotFound } from '../operations/errors.ts';
import type { SharedServices } from '../operations/services.ts';
import { login } from '../operations/sessions/login.ts';
import { change, happening } from '../store/change.ts';
import { UniqueViolation } from '../store/engine/database.ts';
import { ofEmail, owner, unlocated } from '../store/tables/events.ts';
import { ACCOUNT_STATUSES, type AccountStatus, ROLES, type User } from '../store/tables/user.ts';
import * as users from '../store/tables/users.ts';

const ACCOUNT_MEMBERS = ['full_name', 'email', 'password', 'industry', 'phone_number', 'role', 'account_status'];
const SESSION_MEMBERS = ['email', 'amr'];
const PASSWORD = 'Latchkey-test-1';

/** Makes an account without an e-mail; everything that the body leaves out is made up. Active ones are logged in. */
export async function makeAccount(request: HttpRequest, services: SharedServices, number: number): Promise<object> {
  const body = await request.body();
  refuseUnknown(body, ACCOUNT_MEMBERS);
  const email = canonicalEmail(body.uncheckedText('email') || `user${number}@example.com`);
  if (email === undefined) throw new ApiError(InvalidEmail);
  const password = body.rawText('password') || PASSWORD;
  const status = chosen(body, 'account_status', ACCOUNT_STATUSES, 'ACTIVE');
  const identity = { email, phoneNumber: body.text('phone_number') || `+1 555 ${String(number).padStart(7, '0')}` };
  await refuseTaken(services.db, identity);
  const created = users.insert({
    ...identity,
    fullName: body.text('full_name') || `User ${number}`,
    industry: body.text('industry') || 'Testing',
    passwordHash: await services.passwords.hash(password, request),
    language: request.language ?? services.defaultLanguage,
    role: chosen(body, 'role', ROLES, 'USER'),
  });
  const { user: inserted } = await services.db
    .commit(owner(request.requester), change(happening('registered', ofEmail(email)), { user: created }))
    .catch(async (error: unknown) => {
      throw error instanceof UniqueViolation ? await conflict(services.db, identity) : error;
    });
  const user = await withStatus(services, inserted, status);
  const session = status === 'ACTIVE' ? await sessionOf(services, request, user, ['pwd']) : NO_SESSION;
  return { user: loginUser(user), password, ...session };
}

/** Begins a session of an account that is there, without its password. */
export async function makeSession(request: HttpRequest, services: SharedServices): Promise<object> {
  const body = await request.body();
  refuseUnknown(body, SESSION_MEMBERS);
  const user = await users.byEmail(services.db, canonicalEmail(body.uncheckedText('email')) ?? '');
  if (!user) throw new ApiError(UserNotFound);
  const amr = body.has('amr') ? body.texts('amr') : ['pwd'];
  return { user: loginUser(user), ...(await sessionOf(services, request, user, amr)) };
}

const NO_SESSION = { access_token: null, refresh_token: null };

async function sessionOf(
  services: SharedServices,
  { requester }: HttpRequest,
  user: User,
  amr: readonly string[],
): Promise<typeof NO_SESSION | Record<keyof typeof NO_SESSION, string>> {
  const session = await beginSession(services, { user, amr, requester, spend: [] }).catch((error: unknown) => {
    // As a login refuses it.
    throw (error instanceof Refusal && answerToRefusal(login, error)) || error;
  });
  return { access_token: session.accessToken, refresh_token: session.refreshToken };
}

async function withStatus({ db }: SharedServices, user: User, accountStatus: AccountStatus): Promise<User> {
  if (accountStatus === 'INACTIVE') return user;
  await db.commit(
    unlocated('test server'),
    change(happening('verified', user.id), {
      activated: users.activate(user.id),
      suspended: accountStatus === 'SUSPENDED' && users.suspend(user.id),
    }),
  );
  return { ...user, accountStatus };
}

function refuseUnknown(body: Body, known: readonly string[]): void {
  const unknown = body.memberBesides(known);
  if (unknown !== undefined) throw new ApiError(UnknownMember, { field: unknown });
}

const chosen = <Value extends string>(body: Body, name: string, values: readonly Value[], otherwise: Value): Value =>
  body.has(name) ? readEnumMember(body, name, values) : otherwise;
