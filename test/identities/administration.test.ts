import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loggedInAdmin } from '../support/admin.ts';
import { describeWhereDatabasesDiffer } from '../support/databases.ts';
import { person, ticketOf } from '../support/identities.ts';
import { startIdentityProvider } from '../support/identity-provider.ts';
import { loggedIn, startService } from '../support/service.ts';

describeWhereDatabasesDiffer('logins with providers', (kind) => {
  it('are listed, filtered by, counted and unlinked by administrators', async (t) => {
    const provider = await startIdentityProvider(t);
    const service = await startService(t, kind, provider.settings);
    const { accessToken: token } = await loggedInAdmin(service);
    const [owner, other] = [await loggedIn(service), await loggedIn(service)];
    const who = person();
    const body = { ticket: await ticketOf(service, provider, who, 'corp', owner.accessToken) };
    await service.request('POST', '/api/me/identities', { token: owner.accessToken, body });

    const read = async () => (await service.request('GET', `/api/admin/users/${owner.id}`, { token })).data.identities;
    const [linked] = await read();
    assert.deepEqual([linked?.name, linked?.email], ['Corp', who.email]);
    const found = async (provider: string) => {
      const { data } = await service.request('GET', `/api/admin/users?role=USER&provider=${provider}`, { token });
      const counts = await service.request('GET', `/api/admin/users/counts?role=USER&provider=${provider}`, { token });
      assert.equal(counts.data.all.count, data.items.length);
      return data.items.map(({ id }) => id);
    };
    assert.deepEqual([await found('corp'), await found('none'), await found('other')], [[owner.id], [other.id], []]);
    const totals = async () =>
      (await service.request('GET', '/api/admin/statistics', { token })).data.totals.identities;
    assert.deepEqual(await totals(), [{ provider: 'corp', accounts: 1 }]);

    const path = `/api/admin/users/${owner.id}/identities/${linked?.id}` as const;
    assert.equal((await service.request('DELETE', path, { token })).status, 200);
    assert.equal((await service.request('DELETE', path, { token })).status, 404);
    assert.deepEqual(await read(), []);
    assert.ok((await service.emailsTo(owner.email)).some(({ subject }) => subject.includes('unlinked')));
  });
});
