import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as client from 'openid-client';
import * as grants from '../../src/features/openid/apps/grant-table.ts';
import { accountIdOf } from '../../src/features/openid/provider/account-id.ts';
import { RecordsAdapter } from '../../src/features/openid/provider/records-adapter.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { addOpenIdApp, authorizationRequest, Browser, discover, OPENID, tokensFor } from '../support/openid.ts';
import { FRONTEND_URL, loggedIn, type Service, type Session, startService } from '../support/service.ts';
import { whileUncommitted } from '../support/while-uncommitted.ts';

const eventsOf = ({ db }: Service, { id }: Session) =>
  db.all(
    "SELECT event, subject, subject_name AS name, actor, address FROM audit_events WHERE user_id = $1 AND event LIKE 'app%' ORDER BY id",
    [id],
  );

describeOnBothDatabases('the owner of an account', (kind) => {
  it('leaves an event where an app was let in or taken away, and none where nobody was asked', async (t) => {
    const service = await startService(t, kind, OPENID);
    const session = await loggedIn(service);
    const { accessToken: token } = session;
    const own = await discover(service, await addOpenIdApp(service));
    const app = await addOpenIdApp(service, { firstParty: false, name: 'Forum' });
    const browser = new Browser(service);
    await tokensFor(own, browser, session);
    const configuration = await discover(service, app);
    const refused = await browser.authorize((await authorizationRequest(configuration)).url, session, 'deny');
    assert.equal(refused.searchParams.get('error'), 'access_denied');
    assert.deepEqual(await eventsOf(service, session), []);

    await tokensFor(configuration, browser, session);
    await tokensFor(configuration, browser, session);
    for (const status of [200, 404])
      assert.equal((await service.request('DELETE', `/api/me/apps/${app.id}`, { token })).status, status);
    const named = { subject: `client:${app.id}`, name: 'Forum', actor: null, address: '127.0.0.1' };
    assert.deepEqual(await eventsOf(service, session), [
      { event: 'app_allowed', ...named },
      { event: 'app_removed', ...named },
    ]);
  });

  it('keeps no grant of an app that was taken away while it was made', async (t) => {
    const service = await startService(t, kind, OPENID);
    const session = await loggedIn(service);
    const app = await addOpenIdApp(service, { firstParty: false });
    const provider = { accountId: accountIdOf({ userId: session.id, sessionId: 'x' }), clientId: app.id };
    const none = {
      readAccessToken: async () => undefined,
      findClient: async () => undefined,
      request: () => ({}),
      networkOf: () => undefined,
    };
    await new RecordsAdapter(service.db, 'Grant', FRONTEND_URL, none).upsert('a grant', provider, 60);
    assert.deepEqual(await service.db.all("SELECT kind FROM openid_records WHERE kind = 'Grant'"), []);
  });

  it('sees that an app was used when it has refreshed its tokens, to the hour', async (t) => {
    const service = await startService(t, kind, OPENID);
    const session = await loggedIn(service);
    const configuration = await discover(service, await addOpenIdApp(service));
    let tokens: client.TokenEndpointResponse = await tokensFor(configuration, new Browser(service), session);
    const lastUsed = async () => {
      const { data } = await service.request('GET', '/api/me/apps', { token: session.accessToken });
      return (data as unknown as { apps: { last_used_at: string }[] }).apps[0]?.last_used_at;
    };
    const refresh = async () => {
      tokens = await client.refreshTokenGrant(configuration, String(tokens.refresh_token));
    };
    const first = await lastUsed();
    const ageTo = (minutes: number) =>
      service.db.all('UPDATE openid_grants SET last_used_at = now() - ms($1)', [minutes * 60_000]);
    await ageTo(59);
    const before = await lastUsed();
    await refresh();
    assert.equal(await lastUsed(), before);
    await ageTo(61);
    await refresh();
    assert.ok(String(await lastUsed()) >= String(first));
  });
});

describe('an app that comes while its owner takes it away (postgres)', () => {
  it('asks for consent again, and has nothing of before', async (t) => {
    const service = await startService(t, 'postgres', OPENID);
    const session = await loggedIn(service);
    const app = await addOpenIdApp(service, { firstParty: false });
    const configuration = await discover(service, app);
    const browser = new Browser(service);
    await tokensFor(configuration, browser, session);
    const statements = [grants.remove(session.id, app.id), ...grants.removeRecords(session.id, app.id)];
    const removal = statements.map(({ sql, params }) => [sql, params as string[]] as const);
    const { url } = await authorizationRequest(configuration, { scope: 'openid email' });
    const answer = await whileUncommitted(t, service, removal, () => browser.get(url));
    assert.match(answer.headers.get('location') ?? '', /^\/connect\?interaction=/, 'as at the first time');
    const { data } = await service.request('GET', '/api/me/apps', { token: session.accessToken });
    assert.deepEqual(data, { apps: [] });
  });
});
