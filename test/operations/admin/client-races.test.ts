import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loggedInAdmin } from '../../support/admin.ts';
import { describeWhereDatabasesDiffer } from '../../support/databases.ts';
import { startService } from '../../support/service.ts';

describeWhereDatabasesDiffer('an OpenID client', (kind) => {
  it('takes every one of many changes at the same moment', async (t) => {
    const service = await startService(t, kind, { OPENID: 'on' });
    const { accessToken: token } = await loggedInAdmin(service);
    const body = { name: 'Shop', type: 'public', redirect_uris: ['https://shop.example/callback'] };
    const { data, text } = await service.request('POST', '/api/admin/clients', { token, body });
    assert.ok(data, text);
    const { id } = (data as { client: { id: string } }).client;
    const change = (at: number) =>
      service.request('PUT', `/api/admin/clients/${id}`, { token, body: { name: `Shop ${at}` } });
    const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => change(at)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  });
});
