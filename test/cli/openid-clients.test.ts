import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runCommand } from '../support/command.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { secretWorks } from '../support/openid-clients.ts';
import { sharedService } from '../support/scenarios.ts';

const URI = 'https://shop.example.com/callback';

describeOnBothDatabases('latchkey clients', (kind) => {
  const service = sharedService(kind, { OPENID: 'on' });
  const run = (settings: Record<string, string>, ...args: string[]) =>
    runCommand(['clients', ...args], { DATABASE_URL: service().database.url, OPENID: 'on', ...settings });
  const done = async (...args: string[]) => {
    const { code, stdout, stderr } = await run({}, ...args);
    assert.equal(code, 0, stderr);
    return stdout.trimEnd();
  };
  const added = async (...args: string[]) => {
    const lines = (await done('add', ...args)).split('\n').map((line) => line.split('='));
    const values = Object.fromEntries(lines) as Record<string, string>;
    return { id: values.client_id ?? '', secret: values.client_secret };
  };
  const shown = async (id: string) => JSON.parse(await done('show', id));
  const works = (id: string, secret = '') => secretWorks(service(), id, secret);
  const events = (id: string) =>
    service().db.all('SELECT event, actor FROM audit_events WHERE subject = $1 ORDER BY id', [`client:${id}`]);

  it('add, show, list, change and remove one, and print its secret once', async () => {
    const { id, secret } = await added('Shop', '--redirect-uri', URI, '--first-party', '--scopes', 'email,openid');
    assert.ok(await works(id, secret));
    const { created_at: _, ...client } = await shown(id);
    assert.deepEqual(client, {
      ...{ id, name: 'Shop', logo_uri: null, redirect_uris: [URI], post_logout_redirect_uris: [] },
      ...{ type: 'confidential', confidential: true, pkce: 'required' },
      ...{ native: false, first_party: true, scopes: ['openid', 'email'], audience: null, pairwise: false },
      ...{ backchannel_logout_uri: null, client_uri: null, initiate_login_uri: null, previous_secret_expires_at: null },
    });
    const listed = (await done('list')).split('\n').map((line) => line.split('\t'));
    assert.deepEqual(listed[0], ['id', 'name', 'type', 'scopes', 'redirect addresses']);
    assert.deepEqual(
      listed.find(([one]) => one === id),
      [id, 'Shop', 'confidential', 'openid email', URI],
    );
    const lines = (await done('list', '--json')).split('\n').map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.find((one) => one.id === id),
      await shown(id),
    );

    const options = [
      '--no-first-party',
      '--redirect-uri',
      `${URI}/a`,
      '--redirect-uri',
      `${URI}/b`,
      '--name',
      'Shop 2',
    ];
    assert.equal(await done('change', id, ...options, '--audience', 'urn:example:shop'), `${id} is changed`);
    const changed = { ...client, first_party: false, redirect_uris: [`${URI}/a`, `${URI}/b`], name: 'Shop 2' };
    const { created_at: __, ...after } = await shown(id);
    assert.deepEqual(after, { ...changed, audience: 'urn:example:shop' });
    const { audience } = JSON.parse(await done('change', id, '--audience', '', '--json'));
    assert.equal(audience, null);

    assert.equal(await done('remove', id), `${id} is removed`);
    const { code, stderr } = await run({}, 'remove', id);
    assert.deepEqual([code, stderr.includes(`clients remove: there is no client ${id}`)], [1, true]);
    assert.deepEqual(
      (await events(id)).map(({ event, actor }) => [event, actor]),
      ['client_added', 'client_changed', 'client_changed', 'client_removed'].map((event) => [event, 'operator']),
    );
  });

  it('give a new secret with an overlap', async () => {
    const { id, secret } = await added('Shop', '--redirect-uri', URI);
    const rotated = JSON.parse(await done('rotate-secret', id, '--json'));
    assert.ok((await works(id, secret)) && (await works(id, rotated.client_secret)));
    assert.ok(rotated.client.previous_secret_expires_at);
    const [, last = ''] = (await done('rotate-secret', id, '--overlap', '0')).split('client_secret=');
    assert.deepEqual([await works(id, rotated.client_secret), await works(id, last)], [false, true]);
  });

  it('make public and native apps without a secret', async () => {
    const page = await added('Page', '--redirect-uri', 'http://localhost:5173/', '--type', 'public', '--pairwise');
    const former = await added('Page', '--redirect-uri', 'http://localhost:5173/', '--public');
    const app = await added('App', '--redirect-uri', 'com.example.app:/cb', '--native');
    for (const { id, secret } of [page, former, app]) {
      assert.equal(secret, undefined);
      assert.equal((await shown(id)).type, 'public');
      assert.match(
        (await run({}, 'change', id, '--pkce', 'optional')).stderr,
        /--pkce must be required for a public app/,
      );
      assert.match((await run({}, 'rotate-secret', id)).stderr, /clients rotate-secret: a public client has no secret/);
    }
    assert.equal((await shown(page.id)).pairwise, true);
  });

  it('make PKCE optional for a confidential app, and required again', async () => {
    const { id, secret } = await added('Wiki', '--redirect-uri', URI, '--type', 'confidential', '--pkce', 'optional');
    assert.deepEqual([(await shown(id)).pkce, typeof secret], ['optional', 'string']);
    await done('change', id, '--name', 'Wiki 2');
    assert.equal((await shown(id)).pkce, 'optional');
    await done('change', id, '--pkce', 'required');
    assert.equal((await shown(id)).pkce, 'required');
  });

  it('say what is wrong, with the option', async () => {
    const wrong: [args: string[], message: RegExp][] = [
      [['add', '--redirect-uri', URI], /clients add: one name/],
      [['add', 'Shop', 'Two', '--redirect-uri', URI], /clients add: one name/],
      [['add', 'x'.repeat(101), '--redirect-uri', URI], /clients add: the name must be 1 to 100 characters/],
      [['add', 'Shop'], /clients add: --redirect-uri must be at least one address/],
      [['add', 'Shop', '--redirect-uri', 'https://shop.example.com/#x'], /--redirect-uri must be without a fragment/],
      [['add', 'Shop', '--redirect-uri', URI, '--scopes', 'admin'], /--scopes must be openid, and any of/],
      [['add', 'Shop', '--redirect-uri', URI, '--audience', 'https://id.example.com'], /--audience must be/],
      [['add', 'Shop', '--redirect-uri', URI, '--logo-uri', 'http://x.example/'], /--logo-uri must be an https/],
      [['add', 'Shop', '--redirect-uri', URI, '--type', 'secret'], /--type is one of confidential, public/],
      [['add', 'Shop', '--redirect-uri', URI, '--type', 'confidential', '--public'], /contradict each other/],
      [
        ['add', 'Shop', '--redirect-uri', URI, '--type', 'confidential', '--native'],
        /--type must be public for a native/,
      ],
      [['add', 'Shop', '--redirect-uri', URI, '--pkce', 'no'], /--pkce is one of required, optional/],
      [['add', 'Shop', '--redirect-uri', URI, '--public', '--pkce', 'optional'], /--pkce must be required/],
      [['show'], /clients show: one client id/],
      [['change', 'nobody', '--name', 'x'], /clients change: there is no client nobody/],
      [['rotate-secret', 'nobody', '--overlap', 'a day'], /--overlap is a number of seconds/],
      [['rotate-secret', 'nobody'], /there is no client nobody/],
      [['rotate-secret', 'nobody', '--public'], /Unknown option '--public'/],
    ];
    for (const [args, message] of wrong) {
      const { code, stdout, stderr } = await run({ TOKEN_ISSUER: 'https://id.example.com' }, ...args);
      assert.match(stderr, message);
      assert.deepEqual([code, stdout], [/there is no client/.test(stderr) ? 1 : 2, '']);
    }
  });

  it('say that OPENID is off, and work all the same', async () => {
    const { code, stderr } = await run({ OPENID: 'off' }, 'list');
    assert.deepEqual([code, /OPENID is off/.test(stderr)], [0, true]);
  });
});
