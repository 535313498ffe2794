import assert from 'node:assert/strict';
import { it } from 'node:test';
import { linkIdentity } from '../../src/features/identities/own-identities.ts';
import type { Ticket } from '../../src/features/identities/services.ts';
import { withoutAddress } from '../../src/store/audit/record.ts';
import { unrecorded } from '../../src/store/change.ts';
import { Conflict } from '../../src/store/engine/database.ts';
import * as users from '../../src/store/tables/users.ts';
import { protectedBy } from '../support/authenticator.ts';
import { describeWhereDatabasesDiffer } from '../support/databases.ts';
import { finish, person, register, ticketOf } from '../support/identities.ts';
import { SHARED_PROVIDER } from '../support/identity-provider.ts';
import { addPasskey } from '../support/passkey.ts';
import { sharedService } from '../support/scenarios.ts';
import { loggedIn, registered } from '../support/service.ts';

const codeOf = ({ headers }: { readonly headers: Headers }) => headers.get('x-error-code');

describeWhereDatabasesDiffer('an address that both sides have proven (IDENTITY_LINKING=verified)', (kind) => {
  const service = sharedService(kind, { ...SHARED_PROVIDER.settings, IDENTITY_LINKING: 'verified' });

  it('is linked at the first login', async () => {
    const who = person();
    const { id, email } = await loggedIn(service(), { email: who.email });
    const { ticket, next } = (await finish(service(), SHARED_PROVIDER, who)).data;
    assert.equal(next, 'login');
    const session = await service().request('POST', '/api/login/identity', { body: { ticket } });
    assert.equal(session.data.user?.id, id, session.text);
    assert.ok((await service().emailsTo(email)).some(({ subject }) => subject.includes('linked')));
  });

  it('says so where there is a password, and leads to another one', async () => {
    const who = person();
    const { email, password } = await loggedIn(service(), { email: who.email });
    const { ticket } = (await finish(service(), SHARED_PROVIDER, who)).data;
    await service().request('POST', '/api/login/identity', { body: { ticket } });
    const { subject = '', text = '' } = (await service().emailsTo(email)).at(-1) ?? {};
    assert.match(subject, /linked to your .+ account, which has a password too/);
    assert.match(text, /Service: Corp/);
    const token = /reset-password\?token=(\S+)/.exec(text)?.[1] ?? '';
    const reset = { token, body: { new_password: 'Another-one-1' } };
    assert.equal((await service().request('POST', '/api/reset-password', reset)).status, 200);
    assert.equal(
      codeOf(await service().request('POST', '/api/login', { body: { email, password } })),
      'invalid_credentials',
    );
    const again = await ticketOf(service(), SHARED_PROVIDER, who);
    assert.equal((await service().request('POST', '/api/login/identity', { body: { ticket: again } })).status, 200);
  });

  it('only says so where there is no password', async () => {
    const who = person();
    const { id, email } = await loggedIn(service(), { email: who.email });
    const user = await users.byId(service().db, id);
    assert.ok(user);
    await service().db.commit(withoutAddress(null), unrecorded('a test', { none: users.replacePassword(user, null) }));
    const { ticket } = (await finish(service(), SHARED_PROVIDER, who)).data;
    assert.equal((await service().request('POST', '/api/login/identity', { body: { ticket } })).status, 200);
    const { subject = '', text = '' } = (await service().emailsTo(email)).at(-1) ?? {};
    assert.match(subject, /linked to your .+ account$/);
    assert.doesNotMatch(text, /reset-password/);
  });

  it('is linked to one subject of a provider: another one with the same address is refused', async () => {
    const who = person();
    const { id } = await loggedIn(service(), { email: who.email });
    const enter = async (somebody: typeof who) =>
      service().request('POST', '/api/login/identity', {
        body: { ticket: await ticketOf(service(), SHARED_PROVIDER, somebody) },
      });
    assert.equal((await enter(who)).data.user?.id, id);
    const other = await enter(person({ email: who.email }));
    assert.deepEqual([other.status, codeOf(other)], [409, 'provider_linked']);
    assert.equal((await enter(who)).data.user?.id, id);
  });

  it('is linked once by logins at the same moment, which all succeed', async () => {
    const who = person();
    await loggedIn(service(), { email: who.email });
    const tickets = await Promise.all(Array.from({ length: 6 }, () => ticketOf(service(), SHARED_PROVIDER, who)));
    const answers = await Promise.all(
      tickets.map((ticket) => service().request('POST', '/api/login/identity', { body: { ticket } })),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      tickets.map(() => 200),
    );
  });

  it('is not linked by itself where a passkey protects the account, also one that was added meanwhile', async () => {
    const who = person();
    const { accessToken, email } = await loggedIn(service(), { email: who.email });
    const { db } = service();
    const user = await users.byEmail(db, email);
    assert.ok(user);
    await addPasskey(service(), accessToken);
    const { ticket, next } = (await finish(service(), SHARED_PROVIDER, who)).data;
    assert.equal(next, 'link');
    assert.equal(codeOf(await service().request('POST', '/api/login/identity', { body: { ticket } })), 'link_required');
    const { issuer } = SHARED_PROVIDER;
    const seen: Ticket = {
      ...{ provider: 'corp', issuer, subject: who.sub, email, emailProof: 'decided', fullName: null },
      ...{ flow: 'x', authenticatedAtMs: 0, untilMs: Number.POSITIVE_INFINITY },
    };
    const requester = { address: null, userAgent: null };
    await assert.rejects(
      linkIdentity({ db, identities: { nameOf: () => 'Corp' } }, { user, requester, language: undefined }, seen),
      Conflict,
    );
  });

  it('is not linked by itself where an authenticator app protects the account', async () => {
    const who = person();
    const account = await loggedIn(service(), { email: who.email });
    await protectedBy(service(), account);
    const { ticket, next } = (await finish(service(), SHARED_PROVIDER, who)).data;
    assert.equal(next, 'link');
    assert.equal(codeOf(await service().request('POST', '/api/login/identity', { body: { ticket } })), 'link_required');
  });

  it('leads to no fault where the same login takes over an account, and makes another one, at the same moment', async () => {
    const who = person();
    await registered(service(), { email: who.email });
    const tickets = await Promise.all(Array.from({ length: 4 }, () => ticketOf(service(), SHARED_PROVIDER, who)));
    const answers = await Promise.all(
      tickets.flatMap((ticket) => [
        service().request('POST', '/api/login/identity', { body: { ticket } }),
        register(service(), ticket, { email: person().email }),
      ]),
    );
    for (const { status, text } of answers) assert.ok(status < 500, text);
  });
});
