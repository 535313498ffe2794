import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { apiKeyOf, loggedInAdmin } from '../../support/admin.ts';
import type { Answer } from '../../support/client.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { addedClient, newClient, type ShownClient, secretWorks } from '../../support/openid-clients.ts';
import { sharedService } from '../../support/scenarios.ts';
import { type Session, startService } from '../../support/service.ts';

const PATH = '/api/admin/clients';
const DAY_MS = 86_400_000;

/** The client that an answer has, and the one with a secret. */
const clientIn = ({ text }: Answer): ShownClient => JSON.parse(text).data;
const secretIn = ({ text }: Answer): { readonly client: ShownClient; readonly client_secret: string } =>
  JSON.parse(text).data;

/** A client with everything that can be said of one. */
const WHOLE = {
  name: 'Shop',
  logo_uri: 'https://shop.example.com/logo.svg',
  type: 'confidential',
  confidential: true,
  pkce: 'optional',
  redirect_uris: ['https://shop.example.com/callback', 'http://localhost:3000/callback'],
  post_logout_redirect_uris: ['https://shop.example.com/'],
  native: false,
  first_party: true,
  scopes: ['openid', 'email', 'offline_access'],
  audience: 'https://api.shop.example.com',
  pairwise: true,
  backchannel_logout_uri: 'https://shop.example.com/logout',
  client_uri: 'https://shop.example.com/',
  initiate_login_uri: 'https://shop.example.com/login',
};

describe('the operations of clients', () => {
  it('are gone unless OPENID is on', async (t) => {
    const service = await startService(t, 'sqlite');
    const { accessToken: token } = await loggedInAdmin(service);
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['PUT', '/x'],
      ['POST', '/x/secret'],
    ] as const) {
      const headers = { authorization: `Bearer ${token}` };
      assert.equal((await fetch(service.url + PATH + path, { method, headers })).status, 404, `${method} ${path}`);
    }
  });
});

describeOnBothDatabases('OpenID clients', (kind) => {
  const service = sharedService(kind, { OPENID: 'on', TOKEN_ISSUER: 'https://id.example.com' });
  let admin: Session;
  before(async () => {
    admin = await loggedInAdmin(service());
  });
  const request = async <Method extends string, Path extends string>(method: Method, path: Path, body?: unknown) => {
    const { accessToken: token } = admin;
    const answer = await service().request(method, `${PATH}${path}`, { token, ...(body !== undefined && { body }) });
    return { ...answer, code: answer.headers.get('x-error-code'), field: answer.headers.get('x-error-field') };
  };
  const works = (id: string, secret: string | null) => secretWorks(service(), id, secret);
  const events = async (id: string) =>
    service().db.all('SELECT event, actor, subject_name FROM audit_events WHERE subject = $1 ORDER BY id', [
      `client:${id}`,
    ]);

  it('are added, listed, read and removed, and the secret is shown once', async () => {
    const { secret, ...client } = await addedClient(service(), admin, WHOLE);
    const { id, created_at, ...members } = client;
    assert.deepEqual(members, { ...WHOLE, previous_secret_expires_at: null });
    assert.match(id, /^[0-9a-f]{24}$/);
    assert.ok(!Number.isNaN(Date.parse(created_at)));
    assert.match(secret ?? '', /^lkc_[\w-]{43}$/);
    assert.ok(await works(id, secret));
    assert.ok(!(await works(id, `${secret}x`)) && !(await works(id, '')));

    const one = await request('GET', `/${id}`);
    const all = await request('GET', '');
    assert.deepEqual(one.data, client);
    assert.deepEqual(
      all.data.find((other) => other.id === id),
      client,
    );
    assert.ok(![one.text, all.text].join().includes(secret ?? '-'));
    assert.ok(!JSON.stringify(await service().db.all('SELECT * FROM openid_clients')).includes(secret ?? '-'));

    assert.equal((await request('DELETE', `/${id}`)).status, 200);
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/secret'],
    ] as const) {
      const gone = await request(method, `/${id}${path}`, method === 'GET' ? undefined : {});
      assert.deepEqual([gone.status, gone.code], [404, 'client_not_found'], `${method} ${path}`);
    }
    const by = { actor: `user:${admin.id}`, subject_name: 'Shop' };
    assert.deepEqual(await events(id), [
      { event: 'client_added', ...by },
      { event: 'client_removed', ...by },
    ]);
  });

  it('have defaults: a secret, no consent skipped, and a public app where it is native', async () => {
    const { secret, id, created_at, ...members } = await addedClient(service(), admin);
    assert.deepEqual(members, {
      ...newClient(),
      ...{
        logo_uri: null,
        type: 'confidential',
        confidential: true,
        pkce: 'required',
        native: false,
        first_party: false,
      },
      post_logout_redirect_uris: [],
      ...{ scopes: ['openid', 'profile', 'email'], audience: null, pairwise: false, backchannel_logout_uri: null },
      ...{ client_uri: null, initiate_login_uri: null },
      previous_secret_expires_at: null,
    });
    assert.ok(secret);
    const native = { native: true, redirect_uris: ['com.example.shop:/cb', 'http://127.0.0.1/cb'] };
    const app = await addedClient(service(), admin, native);
    assert.deepEqual([app.type, app.confidential, app.secret], ['public', false, null]);
    const refused = await request('POST', `/${app.id}/secret`);
    assert.deepEqual([refused.status, refused.code], [409, 'client_without_secret']);
    assert.deepEqual(
      (await events(app.id)).map(({ event }) => event),
      ['client_added'],
    );
  });

  it('change as far as they are told to', async () => {
    const { id, secret, ...before } = await addedClient(service(), admin, WHOLE);
    const changed = await request('PUT', `/${id}`, {
      audience: null,
      scopes: ['email', 'openid', 'email'],
      first_party: false,
    });
    const expected = { ...before, id, audience: null, scopes: ['openid', 'email'], first_party: false };
    assert.deepEqual(changed.data, expected);
    assert.deepEqual((await request('GET', `/${id}`)).data, expected);
    assert.ok(await works(id, secret), 'the secret stays');
    assert.deepEqual(
      (await events(id)).map(({ event }) => event),
      ['client_added', 'client_changed'],
    );
  });

  const refusals: readonly (readonly [body: object, code: string, field: string])[] = [
    [{ name: '' }, 'missing_field', 'name'],
    [{ name: null }, 'missing_field', 'name'],
    [{ name: 'x'.repeat(101) }, 'invalid_field', 'name'],
    [{ name: 'a\u0007b' }, 'invalid_field', 'name'],
    [{ redirect_uris: [] }, 'missing_field', 'redirect_uris'],
    [{ redirect_uris: 'https://shop.example.com/' }, 'invalid_field', 'redirect_uris'],
    [{ redirect_uris: ['https://shop.example.com/a/..;/b'] }, 'invalid_field', 'redirect_uris'],
    [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_field', 'redirect_uris'],
    [{ redirect_uris: ['com.example.shop:/cb'] }, 'invalid_field', 'redirect_uris'],
    [{ post_logout_redirect_uris: ['https://shop.example.com/#'] }, 'invalid_field', 'post_logout_redirect_uris'],
    [{ native: true }, 'invalid_field', 'type'],
    [{ type: 'secret' }, 'invalid_field', 'type'],
    [{ type: 'public', confidential: true }, 'invalid_field', 'confidential'],
    [{ pkce: 'none' }, 'invalid_field', 'pkce'],
    [{ pkce: null }, 'invalid_field', 'pkce'],
    [{ first_party: 'maybe' }, 'invalid_field', 'first_party'],
    [{ scopes: ['openid', 'admin'] }, 'invalid_field', 'scopes'],
    [{ scopes: [] }, 'invalid_field', 'scopes'],
    [{ audience: 'https://id.example.com/api' }, 'invalid_field', 'audience'],
    [{ logo_uri: 'http://shop.example.com/x.png' }, 'invalid_field', 'logo_uri'],
    [{ backchannel_logout_uri: 'http://shop.example.com/x' }, 'invalid_field', 'backchannel_logout_uri'],
    [{ client_uri: 'javascript:alert(1)' }, 'invalid_field', 'client_uri'],
    [{ initiate_login_uri: '//shop.example.com' }, 'invalid_field', 'initiate_login_uri'],
    [{ redirect_uri: 'https://shop.example.com/' }, 'unknown_field', 'redirect_uri'],
    [{ client_secret: 'of my own' }, 'unknown_field', 'client_secret'],
    [{ 'Ünknown\n': 1 }, 'unknown_field', '?nknown?'],
    [{ '': 1 }, 'unknown_field', '?'],
  ];
  it('are refused with the member at fault, and nothing is written', async () => {
    const { id } = await addedClient(service(), admin);
    const rows = () => service().db.all('SELECT * FROM openid_clients');
    const before = await rows();
    for (const [body, code, field] of refusals) {
      const added = await request('POST', '', { ...newClient(), confidential: true, ...body });
      const changed = await request('PUT', `/${id}`, body);
      for (const refused of [added, changed]) {
        assert.deepEqual([refused.status, refused.code, refused.field], [400, code, field], refused.text);
      }
    }
    for (const [body, field] of [
      [{ type: 'public' }, 'type'],
      [{ confidential: false }, 'type'],
      [{ pairwise: true }, 'pairwise'],
    ] as const) {
      assert.equal((await request('PUT', `/${id}`, body)).field, field, 'stays as it was added');
    }
    assert.deepEqual(await rows(), before);
  });

  it('are public by their type or by its former name, and then always need PKCE', async () => {
    for (const said of [{ type: 'public' }, { confidential: false }, { type: 'public', confidential: false }]) {
      const { id, type, confidential, pkce, secret } = await addedClient(service(), admin, said);
      assert.deepEqual([type, confidential, pkce, secret], ['public', false, 'required', null]);
      const refused = await request('PUT', `/${id}`, { pkce: 'optional' });
      assert.deepEqual([refused.status, refused.field], [400, 'pkce']);
      const unwanted = await request('POST', '', { ...newClient(), ...said, pkce: 'optional' });
      assert.deepEqual([unwanted.status, unwanted.field], [400, 'pkce']);
    }
    const { id } = await addedClient(service(), admin, { type: 'confidential', pkce: 'optional' });
    assert.equal(clientIn(await request('PUT', `/${id}`, { name: 'Wiki' })).pkce, 'optional');
    assert.equal(clientIn(await request('PUT', `/${id}`, { pkce: 'required' })).pkce, 'required');
  });

  it('get a new secret, and the one before works for a day, for another time, or no more', async () => {
    const { id, secret: first } = await addedClient(service(), admin);
    const rotate = async (body?: object) => secretIn(await request('POST', `/${id}/secret`, body));
    const { client, client_secret: second } = await rotate();
    assert.ok(second !== first && (await works(id, first)) && (await works(id, second)));
    const left = Date.parse(client.previous_secret_expires_at ?? '') - service().clock.nowMs();
    assert.ok(Math.abs(left - DAY_MS) < 60_000, `${left}`);

    const { client_secret: third } = await rotate({ overlap_seconds: 3600 });
    assert.deepEqual([await works(id, first), await works(id, second), await works(id, third)], [false, true, true]);
    const { client_secret: last } = await rotate({ overlap_seconds: 0 });
    assert.deepEqual([await works(id, second), await works(id, third), await works(id, last)], [false, false, true]);
    assert.equal(clientIn(await request('GET', `/${id}`)).previous_secret_expires_at, null);
    for (const overlap_seconds of [-1, 1.5, 2_592_001, 'a day']) {
      const refused = await request('POST', `/${id}/secret`, { overlap_seconds });
      assert.deepEqual([refused.status, refused.field], [400, 'overlap_seconds']);
    }
    assert.equal((await request('POST', `/${id}/secret`, { overlap: 0 })).code, 'unknown_field');
    assert.ok(await works(id, last));
  });

  it('that ten administrators remove at once are removed once', async () => {
    const { id } = await addedClient(service(), admin);
    const answers = await Promise.all(Array.from({ length: 10 }, () => request('DELETE', `/${id}`)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(404)]);
    assert.deepEqual(
      (await events(id)).map(({ event }) => event),
      ['client_added', 'client_removed'],
    );
  });

  it('that are changed at once keep every change, and never become what the rules forbid', async () => {
    const { id } = await addedClient(service(), admin, { confidential: false });
    const answers = await Promise.all([
      request('PUT', `/${id}`, { name: 'Another shop' }),
      request('PUT', `/${id}`, { first_party: true }),
      request('PUT', `/${id}`, { audience: 'urn:example:shop' }),
      request('PUT', `/${id}`, { scopes: ['openid'] }),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    const { name, first_party, audience, scopes } = clientIn(await request('GET', `/${id}`));
    assert.deepEqual([name, first_party, audience, scopes], ['Another shop', true, 'urn:example:shop', ['openid']]);
    assert.equal((await events(id)).filter(({ event }) => event === 'client_changed').length, 4);

    await request('PUT', `/${id}`, { native: true, redirect_uris: ['https://shop.example.com/cb'] });
    const [scheme, web] = await Promise.all([
      request('PUT', `/${id}`, { redirect_uris: ['com.example.shop:/cb'] }),
      request('PUT', `/${id}`, { native: false }),
    ]);
    assert.deepEqual([scheme.status, web.status].sort(), [200, 400], 'one of them comes first');
  });

  it('whose secret is rotated by many at once have the two newest', async () => {
    const { id, secret } = await addedClient(service(), admin);
    const answers = await Promise.all(Array.from({ length: 5 }, () => request('POST', `/${id}/secret`)));
    const secrets = answers.map((answer) => secretIn(answer).client_secret);
    const working = await Promise.all([secret, ...secrets].map((one) => works(id, one)));
    assert.equal(working.filter(Boolean).length, 2);
    assert.equal(working[0], false);
  });

  it('are for keys with their scopes, and name the key in the audit trail', async () => {
    const key = await apiKeyOf(service(), admin, { scopes: ['clients:write'] });
    const { id } = await addedClient(service(), { accessToken: key });
    assert.deepEqual(
      (await events(id)).map(({ actor }) => actor),
      [`key:${key.split('_')[1]}`],
    );
    const reader = await apiKeyOf(service(), admin, { scopes: ['clients:read'] });
    assert.equal((await service().request('GET', `${PATH}/${id}`, { token: reader })).status, 200);
    const refused = await service().request('POST', `${PATH}/${id}/secret`, { token: reader });
    assert.deepEqual([refused.status, refused.headers.get('x-error-code')], [403, 'insufficient_scope']);
  });

  it('are shown in the audit trail by their names', async () => {
    const { id } = await addedClient(service(), admin, { name: 'Library' });
    const { accessToken: token } = admin;
    const { data } = await service().request('GET', '/api/admin/audit?event=client_added&limit=1', { token });
    const [item] = data.items;
    assert.deepEqual([item?.subject, item?.subject_name, item?.user_id], [`client:${id}`, 'Library', null]);
  });

  it('are not found by what names none', async () => {
    const { accessToken: token } = admin;
    for (const id of ['%00', 'a%00', 'x'.repeat(2000), "'--", '%F0%9F%98%80', '..%2fapi-keys']) {
      const headers = { authorization: `Bearer ${token}` };
      for (const method of ['GET', 'DELETE']) {
        assert.equal((await fetch(`${service().url}${PATH}/${id}`, { method, headers })).status, 404, id);
      }
    }
  });
});
