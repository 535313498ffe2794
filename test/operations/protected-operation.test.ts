import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Operation } from '../../src/api/operation.ts';
import { operation } from '../../src/api/operation.ts';
import { protectedOperation } from '../../src/api/protected-operation.ts';
import { enabledRoutes } from '../../src/api/route.ts';
import { EmptyObject } from '../../src/api/schemas.ts';
import { readConfig } from '../../src/config/config.ts';
import { insertSession, ONLY_SLOT } from '../../src/store/tables/new-session.ts';
import type { User } from '../../src/store/tables/user.ts';
import { forgeToken } from '../support/bearer-scenarios.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { insertUser } from '../support/insert-user.ts';
import { ROUTES } from '../support/routes.ts';
import { sharedService } from '../support/scenarios.ts';
import { EVERY_FEATURE, registration, type Service } from '../support/service.ts';

/** Those of the administration ask for the role too: test/security/admin-permissions.test.ts. */
const PROTECTED = ROUTES.filter(({ operation: { bearer, admin } }) => bearer !== undefined && !admin);

const LET_IN = 'let in';

/** What is refused before an operation runs. Anything else is its own answer to a request without a proper body. */
const REFUSALS = [
  'bearer_token_required',
  'invalid_token',
  'wrong_access_token_purpose',
  'wrong_token_purpose',
  'user_not_found',
  'acting_as_user',
  'deletion_pending',
  'second_factor_setup_required',
  'account_not_active',
  'fresh_login_required',
];

interface Sender {
  /** Changes the account: ACTIVE, with an authenticator app that its login was made with. */
  readonly account?: string;
  /** In place of those of a login just now; null: no token. */
  readonly claims?: Readonly<Record<string, unknown>> | null;
  readonly expected: (declared: Operation) => string;
}

const ENDED = (isEnded: boolean) => (isEnded ? 'invalid_token' : LET_IN);
const isOfLogin = ({ bearer }: Operation) => bearer === 'auth';
const NOW = Math.floor(Date.now() / 1000);

const SENDERS: Readonly<Record<string, Sender>> = {
  'no token': { claims: null, expected: () => 'bearer_token_required' },
  'an expired token': { claims: { exp: 1 }, expected: () => 'invalid_token' },
  'a token of another purpose': {
    claims: { purpose: 'another' },
    expected: (one) => (isOfLogin(one) ? 'wrong_access_token_purpose' : 'wrong_token_purpose'),
  },
  'an account that was deleted': { claims: { sub: '999999' }, expected: () => 'user_not_found' },
  'a suspended account': {
    account: "account_status = 'SUSPENDED'",
    expected: ({ accountStatus }) => (accountStatus === 'any' ? LET_IN : 'account_not_active'),
  },
  'an account that is not verified': {
    account: "account_status = 'INACTIVE'",
    expected: ({ accountStatus }) => (accountStatus === 'ACTIVE' ? 'account_not_active' : LET_IN),
  },
  'an account that waits for its deletion': {
    account: 'deletion_due_at = now()',
    expected: (one) => (isOfLogin(one) ? 'deletion_pending' : LET_IN),
  },
  'an account that must add a second factor': {
    account: "role = 'ADMIN', second_factors = 0",
    expected: (one) => (isOfLogin(one) && !one.duringFactorSetup ? 'second_factor_setup_required' : LET_IN),
  },
  'an administrator who does not act as the user any more': {
    claims: { purpose: 'acting', act: { sub: '1' }, acting: 'x' },
    expected: (one) => {
      if (!isOfLogin(one)) return 'wrong_token_purpose';
      return one.whileActing ? 'invalid_token' : 'acting_as_user';
    },
  },
  'an old login': {
    claims: { auth_time: NOW - 301 },
    expected: ({ needsRecentLogin }) => (needsRecentLogin ? 'fresh_login_required' : LET_IN),
  },
  'a login without the second factor': {
    claims: { amr: ['pwd'] },
    expected: (one) => (one.needsRecentLogin === 'with second factor' ? 'fresh_login_required' : LET_IN),
  },
  'a session that has ended': {
    claims: { sid: 'ended' },
    expected: ({ needsRecentLogin, needsSession }) => ENDED(Boolean(needsRecentLogin || needsSession)),
  },
  'a session that has ended, of an account without a second factor': {
    account: 'second_factors = 0',
    claims: { sid: 'ended' },
    expected: ({ needsRecentLogin, needsSession }) => ENDED(Boolean(needsRecentLogin || needsSession === true)),
  },
  'nothing wrong': { expected: () => LET_IN },
};

async function loggedInBySql({ db }: Service): Promise<{ readonly user: User; readonly sid: string }> {
  const { full_name: fullName, email, phone_number: phoneNumber, industry } = registration();
  const profile = { fullName, email, phoneNumber, industry, passwordHash: 'none', language: 'en' };
  const user = { ...(await insertUser(db, { ...profile, accountStatus: 'ACTIVE' })), secondFactors: 1 };
  await db.one('UPDATE users SET second_factors = 1 WHERE id = $1', [user.id]);
  const requester = { address: null, userAgent: null };
  const times = { ttlMs: 600_000, longestMs: null };
  const session = {
    valueHash: email,
    slot: ONLY_SLOT,
    amr: ['pwd', 'otp', 'mfa'],
    requester,
    ...times,
    isUnproven: false,
  };
  const [[begun] = []] = (await db.batch([insertSession(user, session)])) ?? [];
  return { user, sid: String(begun?.id) };
}

describeOnBothDatabases('a protected operation', (kind) => {
  const service = sharedService(kind, { ...EVERY_FEATURE, FRESH_LOGIN: '5m', SECOND_FACTOR: 'admins' });

  for (const [name, { account, claims = {}, expected }] of Object.entries(SENDERS)) {
    it(`answers what it declares to ${name}, before it reads the body`, async () => {
      assert.equal(
        enabledRoutes(ROUTES, readConfig(EVERY_FEATURE, 1).features).length,
        ROUTES.length,
        'every feature is on',
      );
      // What becomes of somebody who acts as a user: test/security/act-as-user.test.ts.
      for (const { method, path, operation: one } of PROTECTED.filter(({ operation: { id } }) => id !== 'endActing')) {
        const { user, sid } = await loggedInBySql(service());
        if (account) await service().db.one(`UPDATE users SET ${account} WHERE id = $1`, [user.id]);
        const login = { sub: String(user.id), sid, auth_time: NOW, amr: ['pwd', 'otp', 'mfa'] };
        const token =
          claims && (await forgeToken({ ...login, purpose: one.bearer, ver: user.credentialVersion, ...claims }));
        const { headers } = await service().request(method, path.replaceAll(/:\w+/g, '1'), {
          ...(token !== null && { token }),
          ...(method !== 'GET' && { body: '{' }),
        });
        const code = headers.get('x-error-code') ?? LET_IN;
        // The change of address that a link names is not there.
        const isOwn = !REFUSALS.includes(code) || (code === 'invalid_token' && one.bearer?.startsWith('email_change'));
        const isRefused = expected(one) !== LET_IN;
        assert.equal(isOwn && !isRefused ? LET_IN : code, expected(one), one.id);
        if (code === 'fresh_login_required') assert.match(headers.get('www-authenticate') ?? '', /max_age="300"$/);
      }
    });
  }
});

const TRIED = { id: 'try', summary: 'Try', description: '', tag: 'Accounts', message: 'Tried', errors: [] } as const;

describe('the declaration of an operation', () => {
  it('decides what its body sees of the sender; `npm run check` fails when one of these lines compiles', () => {
    const declared = { ...TRIED, bearer: 'auth', answers: EmptyObject } as const;
    const answer = { body: { status: 'success', data: {} } } as const;
    // @ts-expect-error: without a token there is no user.
    operation({ ...TRIED, answers: EmptyObject }, async (_request, _services, { user }) => ({ ...answer, user }));
    // @ts-expect-error: nor can an operation without a token need a recent login.
    operation({ ...TRIED, answers: EmptyObject, needsRecentLogin: true }, async () => answer);
    // @ts-expect-error: a recent login has to be declared.
    protectedOperation(declared, async (_request, _services, { recentLogin }) => ({ ...answer, recentLogin }));
    // @ts-expect-error: a session that was checked has to be declared.
    protectedOperation(declared, async (_request, _services, { sessionId }) => ({ ...answer, sessionId }));
    // @ts-expect-error: a misspelled demand is none.
    protectedOperation({ ...TRIED, bearer: 'auth', answers: EmptyObject, needsRecentLogn: true }, async () => answer);
  });
});
