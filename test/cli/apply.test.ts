import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { cleanUpAfter } from '../support/clean-up.ts';
import { runCommand } from '../support/command.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { secretWorks } from '../support/openid-clients.ts';
import { sharedService } from '../support/scenarios.ts';
import { verified } from '../support/service.ts';

const URI = 'https://shop.example.com/callback';
const SECRETS = ['a-secret-of-forty-characters-for-the-shop', 'another-secret-that-is-long-enough-for-it'] as const;

describeOnBothDatabases('latchkey apply', (kind) => {
  const service = sharedService(kind, { OPENID: 'on' });

  /** Applies what is stated, in a folder where further files lie. */
  async function apply(t: TestContext, stated: unknown, files: Record<string, string> = {}, ...options: string[]) {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-apply-'));
    cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'stated.json');
    writeFileSync(file, typeof stated === 'string' ? stated : JSON.stringify(stated));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const settings = { DATABASE_URL: service().database.url, OPENID: 'on' };
    const { code, stdout, stderr } = await runCommand(['apply', file, ...options], settings);
    return { code, lines: stdout.trimEnd().split('\n'), stderr: stderr.replaceAll(file, 'stated.json') };
  }
  const works = (id: string, secret: string) => secretWorks(service(), id, secret);
  const events = async (id: string) =>
    (
      await service().db.all<{ event: string }>('SELECT event FROM audit_events WHERE subject = $1 ORDER BY id', [
        `client:${id}`,
      ])
    ).map(({ event }) => event);

  it('adds, changes and leaves alone, shows first what it would do, and does the same once only', async (t) => {
    const shop = { id: 'shop', name: 'Shop', redirect_uris: [URI], client_secret_file: 'secret' };
    const files = { secret: `${SECRETS[0]}\n` };
    const dry = await apply(t, { clients: [shop] }, files, '--dry-run');
    assert.deepEqual([dry.code, dry.lines], [0, ['+ client shop']]);
    assert.match(dry.stderr, /nothing was changed/);
    assert.deepEqual(await events('shop'), []);

    assert.deepEqual((await apply(t, { clients: [shop] }, files)).lines, ['+ client shop']);
    assert.ok(await works('shop', SECRETS[0]));
    assert.deepEqual((await apply(t, { clients: [shop] }, files)).lines, ['nothing to change']);
    assert.deepEqual(await events('shop'), ['client_added']);

    const changed = { ...shop, name: 'Shop 2', scopes: ['email', 'openid'] };
    const { lines } = await apply(t, { clients: [changed] }, { secret: SECRETS[1] });
    assert.deepEqual(lines, [
      '~ client shop: name "Shop" -> "Shop 2"',
      '~ client shop: scopes ["openid","profile","email"] -> ["openid","email"]',
      '~ client shop: another secret; the one before works for another day',
    ]);
    assert.deepEqual(await Promise.all(SECRETS.map((secret) => works('shop', secret))), [true, true]);
    assert.deepEqual(await events('shop'), ['client_added', 'client_changed', 'client_secret_rotated']);
    assert.deepEqual((await apply(t, { clients: [] })).lines, ['nothing to change']);
    assert.ok(await works('shop', SECRETS[1]));
  });

  it('says what to do where no file has the settings', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-apply-none-'));
    cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'stated.json');
    const run = async (stated: object, settings: Record<string, string>) => {
      writeFileSync(file, JSON.stringify(stated));
      return runCommand(['apply', file, '--dry-run'], settings, folder);
    };
    const brand = { brand: { product_name: 'Elsewhere' } };
    const NAME_IT = /--env-file <file>/;
    const here = { DATABASE_URL: service().database.url };
    const refused: [settings: Record<string, string>, line: RegExp][] = [
      [{}, /^latchkey: there is no database .*\. If its settings are in a file, name it: --env-file <file>\n$/],
      [
        { NODE_ENV: 'production' },
        /^latchkey: SIGNING_SECRET is required in production\. .*\(If its settings are in a file/,
      ],
    ];
    for (const [settings, line] of refused) {
      const { code, stderr } = await run(brand, settings);
      assert.equal(code, 1);
      assert.match(stderr, line);
      assert.match(stderr, NAME_IT);
    }
    const toSet = await run(brand, here);
    assert.deepEqual([toSet.code, toSet.stdout], [0, '']);
    assert.match(toSet.stderr, /\nlatchkey: brand: .*Set in the settings .*: PRODUCT_NAME=Elsewhere\n$/);
    assert.match(toSet.stderr, NAME_IT);
    const shop = { id: 'shop-here', name: 'Shop', redirect_uris: ['https://shop.example.com/callback'] };
    const { code, stderr } = await run({ clients: [shop] }, here);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /OPENID is off here\. If the service has its settings in a file, name it: --env-file <file>/);
    // What it tells to do works.
    writeFileSync(join(folder, '.env'), 'PRODUCT_NAME=Elsewhere');
    assert.equal((await run(brand, here)).stdout, 'nothing to change\n');
  });

  it('brings API keys, administrators and the brand to what is stated, once', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-apply-all-'));
    cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
    const [file, envFile, keyFile] = ['stated.json', 'latchkey.env', 'desk.key'].map((name) => join(folder, name));
    const settings = `# ours\nDATABASE_URL=${service().database.url}\nPRODUCT_NAME=Before\nPORT=3000\n`;
    writeFileSync(String(envFile), settings, { mode: 0o640 });
    const run = async (stated: object, ...options: string[]) => {
      writeFileSync(String(file), JSON.stringify(stated));
      const args = ['apply', String(file), '--env-file', String(envFile), ...options];
      const { code, stdout, stderr } = await runCommand(args, {});
      return { code, stderr, lines: stdout.trimEnd().split('\n') };
    };
    const ada = await verified(service());
    const desk = { name: 'Support desk', scopes: ['users:read'], key_file: 'desk.key' };
    const stated = {
      api_keys: [desk, { name: 'Reports', scopes: ['statistics:read'], networks: ['10.0.0.0/8'] }],
      administrators: [ada.email, 'nobody-yet@example.com'],
      brand: { product_name: "Ada's shop", color: '#0b7a75' },
    };
    const expected = ['+ API key Support desk', '+ API key Reports', `~ account ${ada.email}: role "USER" -> "ADMIN"`];
    const lines = ['PRODUCT_NAME="Ada\'s shop"', 'BRAND_COLOR="#0b7a75"'];
    const toSet = `latchkey: brand: apply writes no settings. Set in ${envFile}, and restart the service: ${lines.join(' ')}`;
    const dry = await run(stated, '--dry-run');
    assert.deepEqual([dry.code, dry.lines], [0, expected]);
    assert.equal(dry.stderr.trimEnd().split('\n').at(-1), toSet);
    assert.ok(!existsSync(String(keyFile)));
    assert.equal(readFileSync(String(envFile), 'utf8'), settings);

    const done = await run(stated);
    assert.deepEqual(
      done.lines.filter((line) => !line.startsWith('api_key=')),
      expected,
    );
    assert.equal(done.code, 1);
    assert.match(done.stderr, /nobody-yet@example\.com has no account/);
    assert.equal(done.stderr.trimEnd().split('\n').at(-1), toSet);
    const key = readFileSync(String(keyFile), 'utf8').trim();
    assert.equal(statSync(String(keyFile)).mode & 0o777, 0o600);
    const found = await service().request('GET', '/api/admin/users?limit=1', { token: key });
    assert.equal(found.status, 200, found.text);
    assert.match(done.lines.find((line) => line.startsWith('api_key=')) ?? '', /^api_key=lk_/);
    assert.equal(readFileSync(String(envFile), 'utf8'), settings);

    writeFileSync(String(envFile), settings.replace('PRODUCT_NAME=Before', lines.join('\n')));
    assert.deepEqual((await run(stated)).lines, ['nothing to change']);
    const changed = { api_keys: [{ ...desk, scopes: ['users:write', 'users:read'] }] };
    const change = '~ API key Support desk: scopes ["users:read"] -> ["users:read","users:write"]';
    assert.deepEqual(
      (await run(changed, '--json')).lines.map((line) => JSON.parse(line)),
      [{ change }],
    );
    const again = await service().request('GET', '/api/admin/users?limit=1', { token: key });
    assert.equal(again.status, 200, 'the key itself is the same');
    // A key that has ended is replaced where it was; one that works, and what is no key, is kept.
    const other = { api_keys: [{ ...desk, name: 'Other' }] };
    assert.match((await run(other)).stderr, /^latchkey: Other: .*desk\.key has other content/);
    await service().db.all('DELETE FROM api_keys WHERE name = $1', ['Support desk']);
    assert.deepEqual((await run({ api_keys: [desk] })).lines, ['+ API key Support desk']);
    assert.notEqual(readFileSync(String(keyFile), 'utf8').trim(), key);
    writeFileSync(String(keyFile), 'precious');
    assert.equal((await run(other)).code, 1);
    assert.equal(readFileSync(String(keyFile), 'utf8'), 'precious');
    // No key is made that could not be kept.
    const kept = { api_keys: [{ ...desk, name: 'Kept', key_file: 'no/such.key' }] };
    assert.match((await run(kept)).stderr, /^latchkey: there is no folder .*\/no\n$/);
    assert.deepEqual(await service().db.all('SELECT id FROM api_keys WHERE name = $1', ['Kept']), []);
    for (const [wrong, message] of [
      [{ api_keys: [{ name: 'x', scopes: ['all'] }] }, /api_keys\[0\]\.scopes must be a list of some of/],
      [{ api_keys: [{ ...desk, scope: 'x' }] }, /api_keys\[0\]: there is no member scope/],
      [{ administrators: ['ada'] }, /administrators\[0\] must be an e-mail address/],
      [{ brand: { colour: '#fff' } }, /brand: there is no member colour/],
      [{ brand: { color: 'red' } }, /brand\.color must be/],
    ] as const) {
      const refused = await run(wrong);
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, message);
    }
    // Two hundred keys take a while, and nothing of it depends on the database.
    if (kind !== 'sqlite') return;
    const many = Array.from({ length: 201 }, (_, at) => ({ ...desk, name: `key ${at}`, key_file: `${at}.many` }));
    assert.match((await run({ api_keys: many })).stderr, /there are too many keys/);
    const made = await service().db.all("SELECT id FROM api_keys WHERE name LIKE 'key %'");
    const files = readdirSync(folder).filter((name) => name.endsWith('.many'));
    assert.equal(files.length, made.length, 'no file of the key that was not made');
  });

  // Decided by what is in the file.
  if (kind === 'postgres') return;

  it('makes a secret where none is given, and shows it once', async (t) => {
    const stated = { clients: [{ id: 'wiki', name: 'Wiki', redirect_uris: [URI] }] };
    const [line, secret = ''] = (await apply(t, stated)).lines;
    assert.equal(line, '+ client wiki');
    assert.ok(await works('wiki', secret.replace('client_secret=', '')));
    assert.deepEqual((await apply(t, stated)).lines, ['nothing to change']);
  });

  it('states the type, and whether PKCE is needed', async (t) => {
    const wiki = { id: 'pkce', name: 'Wiki', redirect_uris: [URI], type: 'confidential', pkce: 'optional' };
    const page = { id: 'page', name: 'Page', redirect_uris: [URI], type: 'public' };
    const { lines } = await apply(t, { clients: [wiki, page] });
    const shown = lines.map((line) => line.replace(/=.*/, ''));
    assert.deepEqual(shown, ['+ client pkce', 'client_secret', '+ client page'], 'the public one has no secret');
    assert.deepEqual((await apply(t, { clients: [wiki, page] })).lines, ['nothing to change']);
    const { pkce: _, ...stricter } = wiki;
    assert.deepEqual((await apply(t, { clients: [stricter] })).lines, ['~ client pkce: pkce "optional" -> "required"']);
  });

  it('changes nothing at all where anything is wrong, and says what', async (t) => {
    const good = { id: 'good', name: 'Good', redirect_uris: [URI], native: false, confidential: false };
    const fixed = { id: 'fixed', name: 'Fixed', redirect_uris: [URI], confidential: false };
    assert.equal((await apply(t, { clients: [fixed] })).code, 0);
    const wrong: readonly [stated: unknown, message: RegExp][] = [
      ['{', /stated\.json is not valid JSON/],
      [[], /must hold an object/],
      [{ client: [] }, /there is no member client/],
      [{ clients: {} }, /clients must be a list/],
      [{ clients: [good, 'x'] }, /clients\[1\] must be an object/],
      [{ clients: [good, { ...good, id: 'x', redirect_uri: URI }] }, /clients\[1\]: there is no member redirect_uri/],
      [{ clients: [good, { ...good, id: 'https://x.example/' }] }, /clients\[1\]\.id must be/],
      [{ clients: [good, { ...good, id: 'x', native: 'yes' }] }, /clients\[1\]\.native must be true or false/],
      [{ clients: [good, { ...good, id: 'x', redirect_uris: URI }] }, /redirect_uris must be a list of texts/],
      [
        { clients: [good, { ...good, id: 'x', redirect_uris: [`${URI}#a`] }] },
        /x: redirect_uris must be without a frag/,
      ],
      [{ clients: [good, { ...good, id: 'x', name: 7 }] }, /clients\[1\]\.name must be a text/],
      [{ clients: [good, good] }, /good is listed twice/],
      [{ clients: [good, { ...good, id: 'x', client_secret_file: 'secret' }] }, /a public client has no secret/],
      [
        { clients: [good, { ...fixed, id: 'x', confidential: true, client_secret_file: 'no' }] },
        /there is no .*\/no\n/,
      ],
      [{ clients: [good, { ...fixed, id: 'x', confidential: true, client_secret_file: 'short' }] }, /32 to 256/],
      [{ clients: [good, { ...fixed, confidential: true }] }, /fixed: type cannot be changed/],
      [{ clients: [good, { ...good, id: 'x', type: 'secret' }] }, /\.type must be one of confidential, public/],
      [{ clients: [good, { ...good, id: 'x', type: 'confidential' }] }, /\.confidential must be true, as type says/],
      [{ clients: [good, { ...good, id: 'x', pkce: 'off' }] }, /\.pkce must be one of required, optional/],
      [{ clients: [good, { ...good, id: 'x', pkce: 'optional' }] }, /x: pkce must be required for a public app/],
      [{ clients: [good, { ...fixed, pairwise: true }] }, /fixed: pairwise cannot be changed/],
    ];
    for (const [stated, message] of wrong) {
      const { code, stderr } = await apply(t, stated, { short: 'short' });
      assert.equal(code, 1, String(message));
      assert.match(stderr, message);
    }
    assert.deepEqual(await events('good'), []);
    assert.deepEqual(await events('fixed'), ['client_added']);
  });
});
