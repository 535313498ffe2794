import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as client from 'openid-client';
import { MAX_UNUSED_DOCUMENTS, save } from '../../src/features/openid/clients/client-document-table.ts';
import { type AgentSite, DOCUMENT, FILES, MCP, startAgentSite, WITH_AGENTS } from '../support/agent.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { send } from '../support/http-request.ts';
import { authorizationRequest, Browser, discover, REDIRECT_URI } from '../support/openid.ts';
import { FRONTEND_URL, loggedIn, type Service, startService } from '../support/service.ts';

const ON_DEVICE = { redirect_uri: 'http://localhost:51763/callback' };
const HOUR_MS = 3_600_000;

/** What becomes of a request: `page` when people are sent to the hosted pages, the error that they see, or that the agent is sent. */
async function outcome(service: Service, clientId: string, parameters: Record<string, string> = {}): Promise<string> {
  const configuration = await discover(service, { id: clientId, secret: undefined });
  const { url } = await authorizationRequest(configuration, { ...ON_DEVICE, resource: MCP, ...parameters });
  const response = await send('GET', `${service.url}${url.pathname}${url.search}`, {
    headers: { accept: 'text/html' },
    body: undefined,
  });
  const text = await response.text();
  const to = response.headers.get('location');
  if (to === null) return /<code>(\w+)<\/code>/.exec(text)?.[1] ?? text;
  return new URL(to, FRONTEND_URL).searchParams.get('error') ?? 'page';
}

const rows = async ({ db }: Service) =>
  (await db.all<{ id: string }>('SELECT id FROM openid_clients ORDER BY id')).map(({ id }) => id);

/** Decided by what is asked and what the site answers: the database has no part in it. */
describe('agents that are attacked, or attack', () => {
  const kind = 'sqlite';

  /** A site that is asked, and refused: nothing of it is stored. */
  const REFUSED: Readonly<Record<string, (site: AgentSite) => void>> = {
    'a redirect': (site) => site.answers({ status: 302, headers: { location: site.clientId } }),
    'no document': (site) => site.answers({ status: 404 }),
    'one that is too large': (site) => site.changes({ software_statement: 'x'.repeat(10_000) }),
    'one that is not valid JSON': (site) => site.answers({ body: '<html>' }),
    'one that is served as text': (site) => site.answers({ headers: { 'content-type': 'text/plain' } }),
    'one that is a list': (site) => site.answers({ body: '[]' }),
    'one that is null': (site) => site.answers({ body: 'null' }),
    'the id of somebody else': (site) => site.changes({ client_id: 'https://agent.example/client.json' }),
    'no id': (site) => site.answers({ body: JSON.stringify(DOCUMENT) }),
    'a secret': (site) => site.changes({ client_secret: 'x' }),
    'a secret that has an end': (site) => site.changes({ client_secret_expires_at: 0 }),
    'a secret to log in with': (site) => site.changes({ token_endpoint_auth_method: 'client_secret_post' }),
    'a private key': (site) => site.changes({ jwks: { keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'x', d: 'd' }] } }),
    'a shared key': (site) => site.changes({ jwks: { keys: [{ kty: 'oct', k: 'k' }] } }),
    'keys that are missing': (site) => site.changes({ token_endpoint_auth_method: 'private_key_jwt' }),
    'keys of another origin': (site) =>
      site.changes({ token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://victim.example/keys' }),
    'no addresses': (site) => site.changes({ redirect_uris: undefined }),
    'an empty list of addresses': (site) => site.changes({ redirect_uris: [] }),
    'addresses that are no text': (site) => site.changes({ redirect_uris: [1] }),
    'too many addresses': (site) =>
      site.changes({ redirect_uris: Array.from({ length: 21 }, (_, at) => `https://agent.example/${at}`) }),
    'a script for an address': (site) => site.changes({ redirect_uris: ['javascript:alert(1)'] }),
    'an address without https': (site) => site.changes({ redirect_uris: ['http://agent.example/callback'] }),
    'another flow': (site) => site.changes({ response_types: ['token'] }),
    'another grant': (site) => site.changes({ grant_types: ['client_credentials'] }),
    'a name with control characters': (site) => site.changes({ client_name: 'Agent\u202etxt' }),
    'a name that is too long': (site) => site.changes({ client_name: 'x'.repeat(101) }),
  };

  it('are refused for their document, which is not stored', async (t) => {
    const service = await startService(t, kind, WITH_AGENTS);
    for (const [what, make] of Object.entries(REFUSED)) {
      await service.db.all('DELETE FROM throttles');
      const site = await startAgentSite(t);
      make(site);
      assert.equal(await outcome(service, site.clientId), 'invalid_client', what);
      assert.deepEqual(site.requests, ['/client.json'], what);
      await site.stop();
    }
    assert.deepEqual(await rows(service), []);
  });

  it('are not asked for a document at an address that is none', async (t) => {
    const service = await startService(t, kind, WITH_AGENTS);
    const site = await startAgentSite(t);
    const { host, port } = new URL(site.origin);
    for (const id of [
      site.origin,
      `${site.origin}/`,
      `${site.origin}/?client.json`,
      `${site.clientId}#x`,
      `https://user@${host}/client.json`,
      `https://user:password@${host}/client.json`,
      `https://@${host}/client.json`,
      `${site.origin}/x/../client.json`,
      `${site.origin}/./client.json`,
      `${site.origin}/%2e%2e/client.json`,
      `${site.origin}/x%2fclient.json`,
      `${site.origin}/x/..;/client.json`,
      `${site.origin}//../client.json`,
      `https://LOCALHOST:${port}/client.json`,
      `https://localhost:0${port}/client.json`,
      `https:/${host}/client.json`,
      `https:\\\\${host}\\client.json`,
      `HTTPS://${host}/client.json`,
      `http://${host}/client.json`,
      `${site.clientId} `,
      `${site.origin}/*`,
      `${site.origin}/${'x'.repeat(500)}`,
      `${site.origin}/clïent.json`,
      `${FRONTEND_URL}/oidc/auth?client_id=${encodeURIComponent(site.clientId)}`,
    ])
      assert.match(await outcome(service, id), /^invalid_(client|request)$/, id);
    assert.deepEqual(site.requests, []);
    assert.deepEqual(
      service.logLines.filter((line) => line.includes('client metadata document')),
      [],
    );
  });

  it('are not asked inside our network, whatever leads there', async (t) => {
    const service = await startService(t, kind, { ...WITH_AGENTS, DELIVERY_NETWORKS: '192.0.2.0/24' });
    const site = await startAgentSite(t);
    const { port } = new URL(site.origin);
    for (const host of ['localhost', '127.0.0.1', '[::1]', '169.254.169.254', '10.0.0.1', '[::ffff:7f00:1]'])
      assert.equal(await outcome(service, `https://${host}:${port}/client.json`), 'invalid_client', host);
    assert.deepEqual(site.requests, []);
    assert.ok(service.logLines.some((line) => line.includes('is not a public address')));
  });

  it('are sent to no address that is not in their document', async (t) => {
    const service = await startService(t, kind, WITH_AGENTS);
    const site = await startAgentSite(t, { ...DOCUMENT, redirect_uris: [...DOCUMENT.redirect_uris, REDIRECT_URI] });
    for (const redirect_uri of [
      'http://localhost:51763/other',
      'http://[::1]:51763/callback',
      'http://localhost.evil.example/callback',
      'http://127.0.0.1.evil.example/callback',
      'http://localhost:51763@evil.example/callback',
      'https://localhost/callback',
      'https://shop.example.com:8443/callback',
      'https://shop.example.com/callback/../x',
      'com.example.agent:/callback',
      'https://evil.example/callback',
    ])
      assert.equal(await outcome(service, site.clientId, { redirect_uri }), 'invalid_redirect_uri', redirect_uri);
    for (const redirect_uri of ['http://127.0.0.1:1/callback', 'http://localhost/callback', REDIRECT_URI])
      assert.equal(await outcome(service, site.clientId, { redirect_uri }), 'page', redirect_uri);
  });

  it('on the web are not let onto other ports of the device, which only apps of a device are', async (t) => {
    const service = await startService(t, kind, WITH_AGENTS);
    const site = await startAgentSite(t, { ...DOCUMENT, application_type: 'web' });
    assert.equal(await outcome(service, site.clientId), 'invalid_redirect_uri');
    assert.equal(await outcome(service, site.clientId, { redirect_uri: 'http://localhost/callback' }), 'page');
  });

  it('get no token for a server that is not listed, nor without naming one of several', async (t) => {
    const service = await startService(t, kind, WITH_AGENTS);
    const site = await startAgentSite(t);
    for (const resource of [
      'https://evil.example/mcp',
      'https://mcp.example.com',
      'https://mcp.example.com/mcp/',
      'https://mcp.example.com/mcp?x',
      'https://mcp.example.com/mcp/../mcp2',
      'https://mcp.example.com.evil.example/mcp',
      'https://user@mcp.example.com/mcp',
      'http://mcp.example.com/mcp',
      'https://mcp.example.com:8443/mcp',
      'mcp.example.com/mcp',
      site.clientId,
      FRONTEND_URL,
      `${FRONTEND_URL}/api`,
    ])
      assert.equal(await outcome(service, site.clientId, { resource }), 'invalid_target', resource);
    const configuration = await discover(service, { id: site.clientId, secret: undefined });
    const { url } = await authorizationRequest(configuration, ON_DEVICE);
    const response = await new Browser(service).get(url);
    assert.match(response.headers.get('location') ?? '', /error=invalid_target/);
  });

  it('that answer slowly hold up nobody for long', async (t) => {
    const service = await startService(t, kind, WITH_AGENTS);
    const site = await startAgentSite(t);
    site.answers({ isSilent: true });
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => outcome(service, site.clientId)));
    assert.deepEqual([...new Set(outcomes)], ['invalid_client']);
    assert.equal(site.requests.length, 1);
  });
});

describeOnBothDatabases('agents that are attacked, or attack', (kind) => {
  it('cannot take a token for another server than people have consented to', async (t) => {
    const service = await startService(t, kind, WITH_AGENTS);
    const session = await loggedIn(service);
    const site = await startAgentSite(t);
    const configuration = await discover(service, { id: site.clientId, secret: undefined });
    const { url, checks } = await authorizationRequest(configuration, { ...ON_DEVICE, resource: MCP });
    const callback = await new Browser(service).authorize(url, session);
    const other = { resource: FILES };
    await assert.rejects(client.authorizationCodeGrant(configuration, callback, checks, other));
    const again = await authorizationRequest(configuration, { ...ON_DEVICE, resource: MCP });
    const tokens = await client.authorizationCodeGrant(
      configuration,
      await new Browser(service).authorize(again.url, session),
      again.checks,
    );
    await assert.rejects(client.refreshTokenGrant(configuration, String(tokens.refresh_token), other));
  });

  it('are known by the document that was fetched, until that is old', async (t) => {
    const service = await startService(t, kind, WITH_AGENTS);
    const session = await loggedIn(service);
    const site = await startAgentSite(t);
    const configuration = await discover(service, { id: site.clientId, secret: undefined });
    const { url, checks } = await authorizationRequest(configuration, { ...ON_DEVICE, resource: MCP });
    const callback = await new Browser(service).authorize(url, session);
    site.changes({ redirect_uris: [REDIRECT_URI], client_name: 'Other Agent' });
    await client.authorizationCodeGrant(configuration, callback, checks);
    assert.equal(await outcome(service, site.clientId), 'page');
    await service.clock.advance(HOUR_MS + 1000);
    assert.equal(await outcome(service, site.clientId), 'invalid_redirect_uri');
    assert.equal(site.requests.length, 2);
  });

  it('say how long their document may be kept, within bounds', async (t) => {
    const service = await startService(t, kind, WITH_AGENTS);
    for (const [control, askedAfterMs] of [
      ['no-store', 5 * 60_000],
      ['max-age=0', 5 * 60_000],
      ['max-age=7200', 2 * HOUR_MS],
      ['max-age=999999999', 24 * HOUR_MS],
    ] as const) {
      const site = await startAgentSite(t);
      site.answers({ headers: { 'cache-control': control } });
      await outcome(service, site.clientId);
      await service.clock.advance(askedAfterMs - 60_000);
      await outcome(service, site.clientId);
      assert.equal(site.requests.length, 1, control);
      await service.clock.advance(2 * 60_000);
      await outcome(service, site.clientId);
      assert.equal(site.requests.length, 2, control);
      await site.stop();
    }
  });

  it('go on for two days while their site is down, and end when it has no document any more', async (t) => {
    const service = await startService(t, kind, WITH_AGENTS);
    const site = await startAgentSite(t);
    assert.equal(await outcome(service, site.clientId), 'page');
    site.answers({ status: 503 });
    await service.clock.advance(47 * HOUR_MS);
    assert.equal(await outcome(service, site.clientId), 'page');
    // It is not asked with every request then.
    assert.equal(await outcome(service, site.clientId), 'page');
    assert.equal(site.requests.length, 2);
    await service.clock.advance(2 * HOUR_MS);
    assert.equal(await outcome(service, site.clientId), 'invalid_client');
    site.answers({});
    assert.equal(await outcome(service, site.clientId), 'page');
    site.answers({ status: 404 });
    await service.clock.advance(2 * HOUR_MS);
    assert.equal(await outcome(service, site.clientId), 'invalid_client');
    await site.stop();
    assert.equal(await outcome(service, site.clientId), 'invalid_client');
  });

  it('cannot have us ask a site again and again, nor fill the table', async (t) => {
    const service = await startService(t, kind, { ...WITH_AGENTS, TRUST_PROXY: '127.0.0.1' });
    const site = await startAgentSite(t);
    const ask = async (at: number, from: string) => {
      const query = new URLSearchParams({ client_id: `${site.origin}/${at}`, response_type: 'code' });
      await send('GET', `${service.url}/oidc/auth?${query}`, { headers: { 'x-forwarded-for': from }, body: undefined });
    };
    for (let at = 0; at < 15; at += 1) await ask(at, '198.51.100.7');
    assert.equal(site.requests.length, 10, 'from one address');
    const refusedUnasked = service.logLines
      .map((line) => JSON.parse(line))
      .filter(({ reason }) => /too many documents were/.test(reason));
    assert.deepEqual(new Set(refusedUnasked.map(({ level }) => level)), new Set([20]), 'debug: no log to fill');
    for (let at = 20; at < 100; at += 1) await ask(at, `203.0.113.${at}`);
    const ofHost = site.requests.length;
    assert.ok(ofHost >= 60 && ofHost < 70, `${ofHost} of one host`);
    await service.clock.advance(60_000);
    await ask(200, '198.51.100.7');
    assert.equal(site.requests.length, ofHost + 1);

    const one = { ...unused, id: `${site.origin}/one` };
    for (let at = 0; at < MAX_UNUSED_DOCUMENTS; at += 50) await service.db.batch(manyUnused(at));
    await service.db.batch(save(one, HOUR_MS));
    assert.equal((await rows(service)).length, MAX_UNUSED_DOCUMENTS);
    assert.ok((await rows(service)).includes(one.id));
  });
});

const unused = { name: 'x', redirectUris: ['https://x.example/'], native: false, scopes: ['openid'], keys: null };
const manyUnused = (from: number) =>
  Array.from({ length: 50 }, (_, at) => save({ ...unused, id: `https://x.example/${from + at}` }, HOUR_MS)).flat();
