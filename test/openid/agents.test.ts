import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { DOCUMENT, FILES, MCP, startAgentSite, WITH_AGENTS } from '../support/agent.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import {
  addOpenIdApp,
  authorizationRequest,
  Browser,
  discover,
  OPENID,
  REDIRECT_URI,
  tokensFor,
} from '../support/openid.ts';
import { FRONTEND_URL, loggedIn, type Service, startService } from '../support/service.ts';

const agent = (clientId: string) => ({ id: clientId, secret: undefined });

const isError = (error: string) => (thrown: unknown) => {
  assert.equal((thrown as client.ResponseBodyError).error, error);
  return true;
};

/** What a device listens on this time. */
const ON_DEVICE = { redirect_uri: 'http://localhost:51763/callback' };

/** As the MCP server does it: by the key set, its own address and the issuer. */
const checked = async (service: Service, token: string, audience: string) =>
  (
    await jwtVerify(token, createRemoteJWKSet(new URL(`${service.url}/.well-known/jwks.json`)), {
      issuer: FRONTEND_URL,
      audience,
      typ: 'at+jwt',
    })
  ).payload;

describeOnBothDatabases('agents that nobody has added', (kind) => {
  it('on a device get a token for the MCP server they name, on whatever port they listen', async (t) => {
    const service = await startService(t, kind, WITH_AGENTS);
    const session = await loggedIn(service);
    const site = await startAgentSite(t);
    const configuration = await discover(service, agent(site.clientId));
    const { url, checks } = await authorizationRequest(configuration, {
      ...ON_DEVICE,
      resource: FILES,
      scope: 'files:read',
    });
    url.searchParams.delete('nonce');
    const callback = await new Browser(service).authorize(url, session);
    assert.equal(callback.origin + callback.pathname, ON_DEVICE.redirect_uri);
    const { expectedNonce: _, ...others } = checks;
    const tokens = await client.authorizationCodeGrant(configuration, callback, others, { resource: FILES });

    const claims = await checked(service, tokens.access_token, FILES);
    assert.deepEqual([claims.sub, claims.client_id, claims.scope], [String(session.id), site.clientId, 'files:read']);
    const refreshed = await client.refreshTokenGrant(configuration, String(tokens.refresh_token), { resource: FILES });
    assert.equal((await checked(service, refreshed.access_token, FILES)).scope, 'files:read');
    // One document, however many requests.
    assert.deepEqual(site.requests, ['/client.json']);
  });

  it('are listed with the account, and taken away with their tokens', async (t) => {
    const service = await startService(t, kind, WITH_AGENTS);
    const session = await loggedIn(service);
    const token = session.accessToken;
    const site = await startAgentSite(t);
    const configuration = await discover(service, agent(site.clientId));
    const tokens = await tokensFor(configuration, new Browser(service), session, { ...ON_DEVICE, resource: MCP });
    const { data } = await service.request('GET', '/api/me/apps', { token });
    const [{ since: _, last_used_at: __, ...app }] = (data as unknown as { apps: [Record<string, unknown>] }).apps;
    assert.deepEqual(app, {
      id: site.clientId,
      name: 'Example Agent',
      logo_url: null,
      host: new URL(site.origin).host,
      scopes: ['openid', 'profile', 'email', 'offline_access'],
      resources: [{ url: MCP, scopes: [] }],
    });
    const admins = await service.db.all('SELECT id FROM openid_clients WHERE document_fetched_at IS NULL');
    assert.equal(admins.length, 0);
    const path = `/api/me/apps/${encodeURIComponent(site.clientId)}`;
    assert.equal((await service.request('DELETE', path, { token })).status, 200);
    await assert.rejects(
      client.refreshTokenGrant(configuration, String(tokens.refresh_token)),
      isError('invalid_grant'),
    );
  });

  // What follows is said in the request and in the settings, whatever the database.
  if (kind === 'postgres') return;

  it('with a server of their own prove who they are by a key, which is asked for as the document is', async (t) => {
    const service = await startService(t, kind, WITH_AGENTS);
    const session = await loggedIn(service);
    const { publicKey, privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'sign',
      'verify',
    ]);
    const key = { ...(await crypto.subtle.exportKey('jwk', publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
    const site = await startAgentSite(t, {
      client_name: 'Hosted Agent',
      redirect_uris: [REDIRECT_URI],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'private_key_jwt',
    });
    site.changes({ jwks_uri: `${site.origin}/keys.json`, keys: [key] });
    const signed = await discover(service, agent(site.clientId), client.PrivateKeyJwt({ key: privateKey, kid: 'one' }));
    const browser = new Browser(service);
    const tokens = await tokensFor(signed, browser, session, { resource: MCP });
    const { url: silent } = await authorizationRequest(signed, { resource: MCP, prompt: 'none' });
    assert.equal((await browser.authorize(silent, session)).searchParams.get('error'), 'consent_required');
    assert.equal((await checked(service, tokens.access_token, MCP)).sub, String(session.id));
    assert.deepEqual(site.requests, ['/client.json', '/keys.json']);
    await client.refreshTokenGrant(signed, String(tokens.refresh_token));

    // Whoever has the code but not the key has nothing.
    const unsigned = await discover(service, agent(site.clientId));
    await assert.rejects(
      tokensFor(unsigned, new Browser(service), session, { resource: MCP }),
      isError('invalid_client'),
    );
    const { privateKey: other } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'sign',
    ]);
    const forged = await discover(service, agent(site.clientId), client.PrivateKeyJwt({ key: other, kid: 'one' }));
    await assert.rejects(
      tokensFor(forged, new Browser(service), session, { resource: MCP }),
      isError('invalid_client'),
    );
  });

  it('are no more than public clients of strangers: asked about each time, and without our own interface', async (t) => {
    const service = await startService(t, kind, WITH_AGENTS);
    const session = await loggedIn(service);
    const site = await startAgentSite(t, { ...DOCUMENT, first_party: true, logo_uri: 'https://evil.example/logo.png' });
    const configuration = await discover(service, agent(site.clientId));
    const browser = new Browser(service);
    const parameters = { ...ON_DEVICE, resource: FILES, scope: 'openid email files:read' };
    const tokens = await tokensFor(configuration, browser, session, parameters);
    for (const [path, status] of [
      ['/api/me', 401],
      ['/api/me/apps', 401],
      ['/oidc/userinfo', 403],
    ] as const) {
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      assert.equal((await fetch(`${service.url}${path}`, { headers })).status, status, path);
    }
    const { url: silent } = await authorizationRequest(configuration, { ...parameters, prompt: 'none' });
    assert.equal((await browser.authorize(silent, session)).searchParams.get('error'), 'interaction_required');

    const { url } = await authorizationRequest(configuration, parameters);
    const asked = await browser.get(url);
    const page = new URL(asked.headers.get('location') ?? '', FRONTEND_URL);
    assert.equal(page.pathname, '/connect');
    const path = `/api/openid/interactions/${page.searchParams.get('interaction')}`;
    const { data } = await service.request('GET', path, { headers: { cookie: browser.cookiesFor(path) } });
    assert.deepEqual(data, {
      app: {
        name: 'Example Agent',
        logo_url: null,
        host: new URL(site.origin).host,
        is_on_device: true,
        leads_to: ON_DEVICE.redirect_uri,
      },
      wants: 'consent',
      scopes: ['openid', 'email', 'offline_access'],
      resources: [{ url: FILES, scopes: ['files:read'] }],
      email: session.email,
    });
    const denied = await browser.authorize(
      await browser.consent(String(page.searchParams.get('interaction')), 'deny'),
      session,
    );
    assert.equal(denied.searchParams.get('error'), 'access_denied');
  });

  it('may ask for no scope at all, or for one that there is not', async (t) => {
    const service = await startService(t, kind, WITH_AGENTS);
    const session = await loggedIn(service);
    const site = await startAgentSite(t);
    const configuration = await discover(service, agent(site.clientId));
    for (const [resource, scope, given] of [
      [FILES, undefined, 'files:read files:write'],
      [FILES, 'tools:call', 'files:read files:write'],
      [FILES, 'tools:call files:read', 'files:read'],
      [MCP, undefined, undefined],
      [MCP, 'files:read', undefined],
    ] as const) {
      const { url, checks } = await authorizationRequest(configuration, { ...ON_DEVICE, resource });
      url.searchParams.delete('nonce');
      if (scope === undefined) url.searchParams.delete('scope');
      else url.searchParams.set('scope', scope);
      const callback = await new Browser(service).authorize(url, session);
      const { expectedNonce: _, ...others } = checks;
      const tokens = await client.authorizationCodeGrant(configuration, callback, others, { resource });
      const claims = await checked(service, tokens.access_token, resource);
      assert.equal(claims.scope, given, `${resource} ${scope}`);
    }
  });

  it('need not name the MCP server where there is one only; apps that were added have an audience of their own', async (t) => {
    const service = await startService(t, kind, { OPENID: 'on', MCP_RESOURCES: 'https://mcp.example.com' });
    const session = await loggedIn(service);
    const site = await startAgentSite(t);
    const configuration = await discover(service, agent(site.clientId));
    const tokens = await tokensFor(configuration, new Browser(service), session, ON_DEVICE);
    await checked(service, tokens.access_token, 'https://mcp.example.com');
    const app = await addOpenIdApp(service);
    const ofApp = await tokensFor(await discover(service, app), new Browser(service), session);
    await checked(service, ofApp.access_token, app.id);
    // The slash behind a host means nothing, and tokens have the audience as the operator wrote it.
    const resource = 'https://mcp.example.com/';
    const named = await tokensFor(await discover(service, app), new Browser(service), session, { resource });
    await checked(service, named.access_token, 'https://mcp.example.com');
  });

  it('have the operator known what there is', async (t) => {
    const service = await startService(t, kind, WITH_AGENTS);
    for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']) {
      const metadata = (await (await fetch(`${service.url}${path}`)).json()) as Record<string, unknown>;
      assert.equal(metadata.client_id_metadata_document_supported, true, path);
      assert.equal(metadata.authorization_response_iss_parameter_supported, true, path);
      assert.equal(metadata.registration_endpoint, undefined, path);
      assert.deepEqual(metadata.code_challenge_methods_supported, ['S256'], path);
      const methods = metadata.token_endpoint_auth_methods_supported as string[];
      assert.ok(methods.includes('none') && methods.includes('private_key_jwt'), path);
    }
  });
});

describeOnBothDatabases('an app that was added and uses an MCP server', (kind) => {
  it('is asked about when it wants to use it for the first time, and for more', async (t) => {
    const service = await startService(t, kind, WITH_AGENTS);
    const session = await loggedIn(service);
    const app = await addOpenIdApp(service, { firstParty: false });
    const configuration = await discover(service, app);
    const browser = new Browser(service);
    const errorOf = async (parameters: Record<string, string>) => {
      const { url } = await authorizationRequest(configuration, { ...parameters, prompt: 'none' });
      return (await browser.authorize(url, session)).searchParams.get('error');
    };
    await tokensFor(configuration, browser, session);
    assert.equal(await errorOf({}), null);
    const reading = { resource: FILES, scope: 'openid files:read' };
    assert.notEqual(await errorOf(reading), null);
    await tokensFor(configuration, browser, session, reading);
    assert.equal(await errorOf(reading), null);
    assert.notEqual(await errorOf({ ...reading, scope: 'openid files:read files:write' }), null);
    assert.notEqual(await errorOf({ resource: MCP }), null);
  });
});

describeOnBothDatabases('MCP_RESOURCES that is switched off', (kind) => {
  it('leaves no agent a way in, and no trace of it in the metadata', async (t) => {
    const before = await startService(t, kind, WITH_AGENTS);
    const session = await loggedIn(before);
    const site = await startAgentSite(t);
    const known = await discover(before, agent(site.clientId));
    const tokens = await tokensFor(known, new Browser(before), session, { ...ON_DEVICE, resource: MCP });

    const service = await startService(t, kind, OPENID, before.database);
    const configuration = await discover(service, agent(site.clientId));
    const { url } = await authorizationRequest(configuration, { ...ON_DEVICE, resource: MCP });
    assert.equal((await new Browser(service).get(url)).status, 400);
    await assert.rejects(
      client.refreshTokenGrant(configuration, String(tokens.refresh_token)),
      isError('invalid_client'),
    );
    assert.equal(configuration.serverMetadata().client_id_metadata_document_supported, undefined);
    assert.deepEqual(site.requests, ['/client.json']);
  });
});
