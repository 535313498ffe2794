import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { cleanUpAfter } from '../support/clean-up.ts';
import { runCommand } from '../support/command.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { secretWorks } from '../support/openid-clients.ts';
import { sharedService } from '../support/scenarios.ts';

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
    assert.deepEqual((await apply(t, { clients: [shop] }, files)).lines, ['everything is as stated']);
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
    assert.deepEqual((await apply(t, { clients: [] })).lines, ['everything is as stated']);
    assert.ok(await works('shop', SECRETS[1]));
  });

  it('makes a secret where none is given, and shows it once', async (t) => {
    const stated = { clients: [{ id: 'wiki', name: 'Wiki', redirect_uris: [URI] }] };
    const [line, secret = ''] = (await apply(t, stated)).lines;
    assert.equal(line, '+ client wiki');
    assert.ok(await works('wiki', secret.replace('client_secret=', '')));
    assert.deepEqual((await apply(t, stated)).lines, ['everything is as stated']);
  });

  it('changes nothing at all where anything is wrong, and says what', async (t) => {
    const good = { id: 'good', name: 'Good', redirect_uris: [URI], native: false, confidential: false };
    const fixed = { id: 'fixed', name: 'Fixed', redirect_uris: [URI], confidential: false };
    assert.equal((await apply(t, { clients: [fixed] })).code, 0);
    const wrong: readonly [stated: unknown, message: RegExp][] = [
      ['{', /stated\.json is no JSON/],
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
      [{ clients: [good, good] }, /good is stated twice/],
      [{ clients: [good, { ...good, id: 'x', client_secret_file: 'secret' }] }, /a public client has no secret/],
      [
        { clients: [good, { ...fixed, id: 'x', confidential: true, client_secret_file: 'no' }] },
        /cannot read .*ENOENT/,
      ],
      [{ clients: [good, { ...fixed, id: 'x', confidential: true, client_secret_file: 'short' }] }, /32 to 256/],
      [{ clients: [good, { ...fixed, confidential: true }] }, /fixed: confidential cannot be changed/],
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
