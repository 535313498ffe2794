import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refreshTokenGrant } from 'openid-client';
import { usersCommand } from '../../src/cli/users.ts';
import { hasUnproven, isEmailProven, waysIn } from '../../src/store/tables/credentials.ts';
import * as users from '../../src/store/tables/users.ts';
import { apiKeyOf, loggedInAdmin, promote } from '../support/admin.ts';
import { addApp, atNextStep, codeOfApp } from '../support/authenticator.ts';
import { describeWhereDatabasesDiffer } from '../support/databases.ts';
import {
  askForAddress,
  changeAddress,
  confirm,
  confirmToken,
  freeAddress,
  revert,
  revertToken,
} from '../support/email-change.ts';
import { comeBack, person, register, ticketOf } from '../support/identities.ts';
import { type Person, SHARED_PROVIDER, startIdentityProvider } from '../support/identity-provider.ts';
import { askForCode, loginByCode } from '../support/login-code.ts';
import { addOpenIdApp, Browser, discover, tokensFor } from '../support/openid.ts';
import { Authenticator, addPasskey, creationOptions, loginOptions, postPasskey } from '../support/passkey.ts';
import { sharedService } from '../support/scenarios.ts';
import { loggedIn, logIn, newestToken, resetToken, type Session, verificationToken } from '../support/service.ts';

const OTHER_PROVIDER = await startIdentityProvider({ after: () => {} }, 'Other');
const PROVIDERS = [SHARED_PROVIDER, OTHER_PROVIDER].map(({ settings }) => settings.OPENID_PROVIDERS).join(', ');
const SETTINGS = {
  ...{ OPENID_PROVIDERS: PROVIDERS, EMAIL_LOGIN: 'on', OPENID: 'on', SESSIONS: 'many' },
  ADMIN_EMAIL_CHANGE: 'at-once',
};

const NEW_PASSWORD = { new_password: 'Another-one-1' };

type Begin = () => Promise<{ readonly session: Session; readonly trojan: Person }>;
type Prove = (email: string, id: number) => Promise<void>;
/** Whether what somebody holds still lets them in, or acts for the account. */
type Works = () => Promise<boolean>;
const isDone = ({ status }: { readonly status: number }): boolean => status < 300;
const codeOf = ({ headers, status }: { readonly headers: Headers; readonly status: number }) =>
  headers.get('x-error-code') ?? status;

describeWhereDatabasesDiffer('what an unproven login has begun', (kind) => {
  const service = sharedService(kind, SETTINGS);
  const post = (path: `/api/${string}`, token: string, body?: object) =>
    service().request('POST', path, { token, body });
  const enter = (ticket: string) => service().request('POST', '/api/login/identity', { body: { ticket } });
  const unknownTo = (email?: string): Person =>
    person({ ...(email !== undefined && { email }), email_verified: false });
  const ticketFor = (who: Person, token?: string) => ticketOf(service(), SHARED_PROVIDER, who, 'corp', token);

  async function sessionOf(answer: Awaited<ReturnType<typeof enter>>): Promise<Session> {
    assert.equal(answer.status, 200, answer.text);
    const { user, access_token: accessToken, refresh_token: refreshToken } = answer.data;
    return { id: user.id, email: user.email, password: '', phoneNumber: '', accessToken, refreshToken };
  }
  const logInAs = async (who: Person) => sessionOf(await enter(await ticketFor(who)));

  /** Registers the victim's address; the victim follows the link once. */
  async function madeBy(trojan: Person): Promise<void> {
    const email = String(trojan.email);
    const made = await register(service(), await ticketFor(trojan), { email });
    assert.equal(made.data.account_status, 'INACTIVE', made.text);
    const token = await verificationToken(service(), email);
    assert.equal((await service().request('POST', '/api/verify', { token })).status, 200);
  }

  /** Gives the attacker's own account the victim's address; the victim follows the link once. */
  async function movedTo(session: Session): Promise<Session> {
    return changeAddress(service(), session, freeAddress());
  }
  async function linkedAccount(trojan = unknownTo()): Promise<{ readonly session: Session; readonly trojan: Person }> {
    const session = await loggedIn(service());
    assert.ok(
      isDone(
        await post('/api/me/identities', session.accessToken, { ticket: await ticketFor(trojan, session.accessToken) }),
      ),
    );
    return { session, trojan };
  }

  /** How an attacker gets a session of an account with the victim's address, and the login that begins it. */
  const BEGINNINGS: Readonly<Record<string, Begin>> = {
    'the login that made the account': async () => {
      const trojan = unknownTo(freeAddress());
      await madeBy(trojan);
      return { trojan, session: await logInAs(trojan) };
    },
    'a passkey that such a login added': async () => {
      const trojan = unknownTo(freeAddress());
      await madeBy(trojan);
      const passkey = await addPasskey(service(), (await logInAs(trojan)).accessToken);
      return { trojan, session: await sessionOf(await postPasskey(service(), passkey)) };
    },
    'a login that was linked for another address': async () => {
      const { session, trojan } = await linkedAccount();
      await movedTo(session);
      return { trojan, session: await logInAs(trojan) };
    },
    'a login that asked for the address and stayed': async () => {
      const { trojan } = await linkedAccount();
      return { trojan, session: await movedTo(await logInAs(trojan)) };
    },
    'a session made recent by such a login': async () => {
      const { session, trojan } = await linkedAccount();
      const moved = await movedTo(session);
      const passkey = await addPasskey(service(), (await logInAs(trojan)).accessToken);
      const proof = { passkey: passkey.get(await loginOptions(service())) };
      const options = { token: moved.accessToken, body: proof };
      const recent = await service().request('POST', '/api/reauthenticate', options);
      assert.equal(recent.status, 200, recent.text);
      return { trojan, session: { ...moved, accessToken: recent.data.access_token } };
    },
  };

  /** What a session can add; a row for each kind of credential. */
  const ADDITIONS: Readonly<Record<string, (session: Session) => Promise<Works>>> = {
    session: async ({ refreshToken: refresh_token }) => {
      return async () => isDone(await service().request('POST', '/api/refresh', { body: { refresh_token } }));
    },
    passkey: async ({ accessToken }) => {
      const passkey = await addPasskey(service(), accessToken);
      return async () => isDone(await postPasskey(service(), passkey));
    },
    authenticator_app: async (session) => {
      await addApp(service(), session, session.accessToken);
      return async () => (await factorsOf(session.id)).includes('authenticator_app');
    },
    recovery_codes: async (session) => {
      const { recoveryCodes } = await addApp(service(), session, session.accessToken);
      assert.ok(recoveryCodes.length > 0);
      return async () => (await factorsOf(session.id)).includes('recovery_codes');
    },
    identity: async ({ accessToken: token }) => {
      const who = unknownTo();
      const begun = await ticketOf(service(), OTHER_PROVIDER, who, 'other', token);
      const answer = await post('/api/me/identities', token, { ticket: begun });
      assert.equal(answer.status, 201, answer.text);
      return async () => isDone(await enter(await ticketOf(service(), OTHER_PROVIDER, who, 'other')));
    },
    api_key: async (session) => {
      await promote(service(), session.email);
      const token = await apiKeyOf(service(), session, { scopes: ['users:read'] });
      await usersCommand(service().db, ['demote', session.email], () => {});
      return async () => {
        const { email = '' } = (await users.byId(service().db, session.id)) ?? {};
        await promote(service(), email);
        const answer = await service().request('GET', '/api/admin/users', { token });
        await usersCommand(service().db, ['demote', email], () => {});
        return isDone(answer);
      };
    },
    app: async (session) => {
      const app = await discover(service(), await addOpenIdApp(service(), { firstParty: false }));
      const scope = 'openid offline_access';
      const tokens = await tokensFor(app, new Browser(service()), session, { scope, prompt: 'consent' });
      let refresh = String(tokens.refresh_token);
      return () =>
        refreshTokenGrant(app, refresh).then(
          (next) => {
            refresh = next.refresh_token ?? refresh;
            return true;
          },
          () => false,
        );
    },
    waiting_address: async (session) => {
      const address = freeAddress();
      assert.equal((await askForAddress(service(), session, address)).status, 200);
      const token = await confirmToken(service(), address);
      return async () => isDone(await confirm(service(), token));
    },
  };

  async function factorsOf(userId: number): Promise<string[]> {
    const { sql, params } = waysIn(userId);
    return (await service().db.all<{ kind: string }>(sql as never, params)).map((way) => way.kind);
  }

  /** What the owner of the mailbox does some day. */
  const PROOFS: Readonly<Record<string, Prove>> = {
    'logs in with a code': async (email) => {
      const answer = await loginByCode(service(), await askForCode(service(), email));
      assert.equal(answer.status, 200, answer.text);
    },
    'chooses a password': async (email) => {
      const options = { token: await resetToken(service(), email), body: NEW_PASSWORD };
      assert.equal((await service().request('POST', '/api/reset-password', options)).status, 200);
    },
    'confirms an address that an administrator has asked for': async (_, id) => {
      const { accessToken: token } = await loggedInAdmin(service());
      const address = freeAddress();
      const options = { token, body: { email: address } };
      const asked = await service().request('POST', `/api/admin/users/${id}/email`, options);
      assert.equal(asked.status, 200, asked.text);
      assert.equal((await confirm(service(), await confirmToken(service(), address))).status, 200);
    },
  };

  for (const [beginning, begin] of Object.entries(BEGINNINGS))
    for (const [addition, add] of Object.entries(ADDITIONS))
      for (const [proof, prove] of Object.entries(PROOFS)) {
        it(`${addition}, added by ${beginning}, is gone when the owner of the mailbox ${proof}`, async () => {
          const { session, trojan } = await begin();
          const works = await add(session);
          // A change of address that is confirmed cannot be tried twice.
          if (addition !== 'waiting_address') assert.ok(await works(), 'it works before');
          await prove(session.email, session.id);
          assert.equal(await works(), false, addition);
          assert.equal(isDone(await enter(await ticketFor(trojan))), false, 'the login itself');
          const { refreshToken: refresh_token } = session;
          const refreshed = await service().request('POST', '/api/refresh', { body: { refresh_token } });
          assert.equal(refreshed.status, 401, 'its session');
          for (const [path, body] of [
            ['/api/me/passkeys/options', {}],
            ['/api/me/identities/begin', { provider: 'corp' }],
            ['/api/me/totp', {}],
            ['/api/me/email', { email: freeAddress() }],
          ] as const)
            assert.equal((await post(path, session.accessToken, body)).status, 401, path);
          assert.equal(await hasUnproven(service().db, session.id), false);
          const left = (await factorsOf(session.id)).filter((one) => one !== 'session');
          assert.deepEqual(left, []);
        });
      }

  it('cannot be gone on with: a link that was begun before, a challenge, a code for another address', async () => {
    const { session } = await (BEGINNINGS['the login that made the account'] as Begin)();
    const { accessToken: token } = session;
    const ticket = await ticketOf(service(), OTHER_PROVIDER, unknownTo(), 'other', token);
    const { flow, address } = await comeBack(service(), OTHER_PROVIDER, unknownTo(), 'other', token);
    const credential = new Authenticator().create(await creationOptions(service(), token));
    const { secret } = (await service().request('POST', '/api/me/totp', { token })).data;
    await loginByCode(service(), await askForCode(service(), session.email));
    const finished = await service().request('POST', '/api/identity/finish', { body: { flow, address } });
    const code = codeOfApp(secret, await atNextStep(service()));
    for (const [path, body] of [
      ['/api/me/identities', { ticket }],
      ['/api/me/identities', { ticket: finished.data.ticket }],
      ['/api/me/passkeys', { credential }],
      ['/api/me/totp/confirm', { code }],
    ] as const)
      assert.equal(codeOf(await post(path, token, body)), 'invalid_token', path);
    assert.deepEqual(await factorsOf(session.id), ['session']);
  });

  it('adds nothing while its end comes', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { session } = await (BEGINNINGS['the login that made the account'] as Begin)();
      const { accessToken: token } = session;
      const credential = new Authenticator().create(await creationOptions(service(), token));
      const ticket = await ticketOf(service(), OTHER_PROVIDER, unknownTo(), 'other', token);
      const code = await askForCode(service(), session.email);
      const [proven] = await Promise.all([
        loginByCode(service(), code),
        post('/api/me/passkeys', token, { credential }),
        post('/api/me/identities', token, { ticket }),
        post('/api/me/email', token, { email: freeAddress() }),
      ]);
      assert.equal(proven.status, 200, proven.text);
      assert.deepEqual(await factorsOf(session.id), ['session']);
      assert.equal(await hasUnproven(service().db, session.id), false);
    }
  });

  it('asks its owner for no second factor that it added', async () => {
    const { session } = await (BEGINNINGS['the login that made the account'] as Begin)();
    await addApp(service(), session, session.accessToken);
    const sent = await askForCode(service(), session.email);
    assert.equal((await loginByCode(service(), sent)).status, 200);
  });

  for (const [addition, add] of Object.entries(ADDITIONS))
    it(`leaves what a proven login has added: ${addition}`, async () => {
      const session = await loggedIn(service());
      const works = await add(session);
      const needsCode = ['authenticator_app', 'recovery_codes'].includes(addition);
      const answer = await loginByCode(service(), await askForCode(service(), session.email));
      assert.equal(codeOf(answer), needsCode ? 'second_factor_required' : 200);
      assert.equal(await works(), true);
      if (addition === 'waiting_address' || addition === 'session' || addition === 'app') return;
      await (PROOFS['chooses a password'] as Prove)(session.email, session.id);
      assert.equal(await works(), true);
    });

  /** An account with two linked logins: one whose provider hands out the address that it gets, and another. */
  async function movedAccount() {
    const { email } = person();
    const { session, trojan } = await linkedAccount(unknownTo());
    const { accessToken: token } = session;
    const owner = { ...person(), email };
    const ticket = await ticketOf(service(), OTHER_PROVIDER, owner, 'other', token);
    assert.equal((await post('/api/me/identities', token, { ticket })).status, 201);
    const moved = await changeAddress(service(), session, String(email));
    const logInAsOwner = async () => enter(await ticketOf(service(), OTHER_PROVIDER, owner, 'other'));
    return { session, moved, trojan, logInAsOwner };
  }

  it('a change of address leaves proven what its provider hands out, and nothing else', async () => {
    const { moved, trojan, logInAsOwner } = await movedAccount();
    await (PROOFS['chooses a password'] as Prove)(moved.email, moved.id);
    assert.equal(codeOf(await enter(await ticketFor(trojan))), 'account_required');
    assert.equal((await logInAsOwner()).status, 200);
  });

  it('ends when a provider logs in the owner of the address', async () => {
    const { moved, trojan, logInAsOwner } = await movedAccount();
    const own = await addPasskey(service(), moved.accessToken);
    const unproven = await logInAs(trojan);
    const passkey = await addPasskey(service(), unproven.accessToken);
    await addApp(service(), unproven, unproven.accessToken);
    assert.equal((await logInAsOwner()).status, 200);
    assert.equal(isDone(await postPasskey(service(), passkey)), false);
    assert.equal(codeOf(await enter(await ticketFor(trojan))), 'account_required');
    const body = { refresh_token: unproven.refreshToken };
    assert.equal((await service().request('POST', '/api/refresh', { body })).status, 401);
    assert.equal((await postPasskey(service(), own)).status, 200);
  });

  it('a revert of the change of address proves again what was proven before', async () => {
    const { session, trojan } = await linkedAccount();
    await service().clock.advance(8 * 86_400_000);
    const again = (await logIn(service(), session)).data;
    await changeAddress(service(), { ...session, accessToken: again.access_token }, freeAddress());
    assert.equal((await revert(service(), await revertToken(service(), session.email))).status, 200);
    const options = { token: await newestToken(service(), session.email, '/reset-password'), body: NEW_PASSWORD };
    assert.equal((await service().request('POST', '/api/reset-password', options)).status, 200);
    assert.equal((await enter(await ticketFor(trojan))).status, 200);
  });

  it('goes on after a change of address that it asked for itself, as unproven as before', async () => {
    const trojan = unknownTo(freeAddress());
    await madeBy(trojan);
    const session = await logInAs(trojan);
    const address = freeAddress();
    await askForAddress(service(), session, address);
    const { data } = await confirm(service(), await confirmToken(service(), address));
    assert.deepEqual(
      data.kept?.map((way) => way.kind),
      ['session', 'identity'],
    );
    assert.equal((await enter(await ticketFor(trojan))).status, 200);
    await loginByCode(service(), await askForCode(service(), address));
    assert.equal(isDone(await enter(await ticketFor(trojan))), false);
  });

  it('is not linked to by itself, and makes no administrator (IDENTITY_LINKING=verified)', async () => {
    const { session } = await (BEGINNINGS['the login that made the account'] as Begin)();
    assert.equal(await isEmailProven(service().db, session.id), false);
    const { identities } = (await service().request('GET', '/api/me/identities', { token: session.accessToken })).data;
    // It has left a session behind, and nothing else.
    await addPasskey(service(), session.accessToken);
    const [identity] = identities;
    await service().request('DELETE', `/api/me/identities/${identity?.id}`, { token: session.accessToken });
    assert.equal(await isEmailProven(service().db, session.id), false);
  });
});
