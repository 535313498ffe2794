import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeWhereDatabasesDiffer } from '../support/databases.ts';
import { askForAddress, confirm, confirmToken } from '../support/email-change.ts';
import { comeBack, finish, person, register, ticketOf } from '../support/identities.ts';
import { SHARED_PROVIDER } from '../support/identity-provider.ts';
import { askForCode, loginByCode } from '../support/login-code.ts';
import { sharedService } from '../support/scenarios.ts';
import { loggedIn, logIn, registered, resetToken, verificationToken, verified } from '../support/service.ts';

/** The classes of Sudhodanan and Paverd, "Pre-hijacked accounts" (USENIX Security 2022). */
describeWhereDatabasesDiffer('an account that somebody made before its owner came', (kind) => {
  const service = sharedService(kind, { ...SHARED_PROVIDER.settings, EMAIL_LOGIN: 'on' });

  const code = ({ headers, status }: { readonly headers: Headers; readonly status: number }) =>
    headers.get('x-error-code') ?? status;
  const enter = async (ticket: string) => service().request('POST', '/api/login/identity', { body: { ticket } });
  const withPassword = ({ email, password }: { email: string; password: string }) =>
    service().request('POST', '/api/login', { body: { email, password } });

  it('with a password: the owner has it, and the password is gone (classic-federated merge)', async () => {
    const victim = person();
    const attacker = await registered(service(), { email: victim.email });
    const { data } = await finish(service(), SHARED_PROVIDER, victim);
    assert.equal(data.next, 'login');
    const session = await enter(data.ticket);
    assert.deepEqual([session.status, session.data.user.id], [200, attacker.id]);
    const { text = '' } = (await service().emailsTo(attacker.email)).at(-1) ?? {};
    assert.match(text, /You can now log in .+Service: Corp/s);
    assert.equal(code(await withPassword(attacker)), 'invalid_credentials');
  });

  it('and to which a link was mailed: it does not outlive the owner (unexpired session)', async () => {
    const victim = person();
    const attacker = await registered(service(), { email: victim.email });
    const token = await resetToken(service(), attacker.email);
    await enter(await ticketOf(service(), SHARED_PROVIDER, victim));
    const body = { new_password: 'Another-one-1' };
    assert.equal(code(await service().request('POST', '/api/reset-password', { token, body })), 'invalid_token');
  });

  it('with a login of their own: it is gone when its owner comes (trojan identifier)', async () => {
    const victim = person();
    const trojan = person({ email_verified: false });
    const made = await register(service(), await ticketOf(service(), SHARED_PROVIDER, trojan), { email: victim.email });
    assert.equal(made.data.account_status, 'INACTIVE');
    const session = await enter(await ticketOf(service(), SHARED_PROVIDER, victim));
    assert.deepEqual([session.status, session.data.user.id], [200, made.data.id]);
    assert.equal(code(await enter(await ticketOf(service(), SHARED_PROVIDER, trojan))), 'account_required');
  });

  it('with a login of their own: it is gone when its owner chooses a password (trojan identifier)', async () => {
    const victim = person();
    const trojan = person({ email_verified: false });
    await register(service(), await ticketOf(service(), SHARED_PROVIDER, trojan), { email: victim.email });
    const verification = await verificationToken(service(), String(victim.email));
    const token = await resetToken(service(), String(victim.email));
    const body = { new_password: 'Another-one-1' };
    assert.equal((await service().request('POST', '/api/reset-password', { token, body })).status, 200);
    assert.equal((await service().request('POST', '/api/verify', { token: verification })).status, 200);
    assert.notEqual((await enter(await ticketOf(service(), SHARED_PROVIDER, trojan))).status, 200);
  });

  /** What the owner of the mailbox does, who has confirmed the account because an e-mail asked them to. */
  const OWNERS_WAYS = {
    'chooses a password': async (email: string) => {
      const options = { token: await resetToken(service(), email), body: { new_password: 'Another-one-1' } };
      return service().request('POST', '/api/reset-password', options);
    },
    'logs in with a code': async (email: string) => loginByCode(service(), await askForCode(service(), email)),
  };
  for (const [name, come] of Object.entries(OWNERS_WAYS))
    it(`with a login of their own: it is gone when its owner, who has verified it, ${name} (trojan identifier)`, async () => {
      const victim = String(person().email);
      const trojan = person({ email: victim, email_verified: false });
      await register(service(), await ticketOf(service(), SHARED_PROVIDER, trojan), { email: victim });
      const token = await verificationToken(service(), victim);
      assert.equal((await service().request('POST', '/api/verify', { token })).status, 200);
      assert.equal((await come(victim)).status, 200);
      assert.equal(code(await enter(await ticketOf(service(), SHARED_PROVIDER, trojan))), 'link_required');
    });

  it('by its owner, with a login that says nothing of the address: it stays when they have verified it', async () => {
    const owner = person({ email_verified: false });
    const ticket = await ticketOf(service(), SHARED_PROVIDER, owner);
    await register(service(), ticket, { email: owner.email });
    const token = await verificationToken(service(), String(owner.email));
    assert.equal((await service().request('POST', '/api/verify', { token })).status, 200);
    assert.equal((await enter(ticket)).status, 200);
  });

  it('keeps a login that was proven, or linked after a login, when its owner chooses a password', async () => {
    const [proven, linked] = [person(), person()];
    const ticket = await ticketOf(service(), SHARED_PROVIDER, proven);
    await register(service(), ticket, { email: proven.email });
    const account = await loggedIn(service());
    const body = { ticket: await ticketOf(service(), SHARED_PROVIDER, linked, 'corp', account.accessToken) };
    await service().request('POST', '/api/me/identities', { token: account.accessToken, body });
    for (const [who, email] of [
      [proven, String(proven.email)],
      [linked, account.email],
    ] as const) {
      await OWNERS_WAYS['chooses a password'](email);
      assert.equal((await enter(await ticketOf(service(), SHARED_PROVIDER, who))).status, 200);
    }
  });

  it('and that is to have the address of the owner: it does not get it (unexpired change of address)', async () => {
    const victim = person();
    const attacker = await loggedIn(service());
    await askForAddress(service(), attacker, String(victim.email));
    const token = await confirmToken(service(), String(victim.email));
    const ticket = await ticketOf(service(), SHARED_PROVIDER, victim);
    assert.equal((await register(service(), ticket, { email: victim.email })).data.account_status, 'ACTIVE');
    assert.equal(code(await confirm(service(), token)), 'email_taken');
  });

  it('is entered with no address that is only claimed (non-verifying provider)', async () => {
    for (const claims of [{ email_verified: false }, { email_verified: 'true' as never }, { email: 'x@gmail.com' }]) {
      const account = await verified(service(), { email: claims.email ?? person().email });
      const { data } = await finish(service(), SHARED_PROVIDER, person({ email: account.email, ...claims }));
      assert.equal(data.next, 'link');
      assert.equal(code(await enter(data.ticket)), 'link_required');
      assert.equal((await withPassword(account)).status, 200);
    }
    const waiting = await registered(service(), { email: person().email });
    const { data } = await finish(service(), SHARED_PROVIDER, person({ email: waiting.email, email_verified: false }));
    assert.equal(code(await enter(data.ticket)), 'link_required');
  });

  it('is not linked for an access token whose session has ended', async () => {
    const account = await loggedIn(service());
    const { accessToken: token, refreshToken } = account;
    await service().request('POST', '/api/logout', { body: { refresh_token: refreshToken } });
    const body = { ticket: await ticketOf(service(), SHARED_PROVIDER, person({ email: account.email })) };
    assert.equal(code(await service().request('POST', '/api/me/identities', { token, body })), 'invalid_token');
  });

  /** What an attacker has begun, and a page of the victim is made to send; or what the user before has left behind. */
  it('is not linked with what another session, or nobody, has begun', async () => {
    const [victim, attacker] = [await loggedIn(service()), await loggedIn(service())];
    const ofAttacker = await ticketOf(service(), SHARED_PROVIDER, person(), 'corp', attacker.accessToken);
    const { access_token: again } = (await logIn(service(), attacker)).data;
    const rows = [
      ['a login', await ticketOf(service(), SHARED_PROVIDER, person()), victim.accessToken],
      ['another account', ofAttacker, victim.accessToken],
      ['another session of the account', ofAttacker, again],
    ] as const;
    for (const [name, ticket, token] of rows) {
      const options = { token, body: { ticket } };
      assert.equal(code(await service().request('POST', '/api/me/identities', options)), 'invalid_identity', name);
      assert.deepEqual((await service().request('GET', '/api/me/identities', { token })).data.identities, [], name);
    }
  });

  it('is neither entered nor made with what was begun to be linked', async () => {
    const { accessToken } = await loggedIn(service());
    const who = person();
    const ticket = await ticketOf(service(), SHARED_PROVIDER, who, 'corp', accessToken);
    assert.equal(code(await enter(ticket)), 'invalid_identity');
    assert.equal(code(await register(service(), ticket, { email: who.email })), 'invalid_identity');
  });

  it('is not linked where the answer of the provider is for another flow', async () => {
    const [victim, attacker] = [await loggedIn(service()), await loggedIn(service())];
    const { address } = await comeBack(service(), SHARED_PROVIDER, person(), 'corp', attacker.accessToken);
    const { flow } = await comeBack(service(), SHARED_PROVIDER, person(), 'corp', victim.accessToken);
    const answer = await service().request('POST', '/api/identity/finish', { body: { flow, address } });
    assert.equal(code(answer), 'invalid_identity');
  });
});
