import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { it } from 'node:test';
import { cleanUpAfter } from '../support/clean-up.ts';
import { runCommand } from '../support/command.ts';
import { createTestDatabase, describeOnBothDatabases } from '../support/databases.ts';
import { sharedService } from '../support/scenarios.ts';
import { type Service, startService } from '../support/service.ts';
import { createStandIns } from '../support/well-known-providers.ts';

const made = JSON.parse(readFileSync(new URL('../imports/hashes.json', import.meta.url), 'utf8'));
interface Made {
  readonly format: string;
  readonly password: string;
  readonly hash: string;
}
const hashOf = (format: string): Made => made.texts.find((one: Made) => one.format === format);
const BCRYPT = hashOf('password_hash, bcrypt');
const FAST = hashOf('sha1');

const folderOf = (t: Parameters<typeof cleanUpAfter>[0]): string => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-import-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const lines = (...records: readonly object[]): string => records.map((one) => `${JSON.stringify(one)}\n`).join('');

describeOnBothDatabases('latchkey import', (kind) => {
  const service = sharedService(kind, {});
  let folder = '';
  const run = (command: string, ...args: string[]) =>
    runCommand([command, ...args], { DATABASE_URL: service().database.url });
  async function importText(t: Parameters<typeof cleanUpAfter>[0], text: string | Buffer, ...options: string[]) {
    folder = folderOf(t);
    const file = join(folder, 'users');
    writeFileSync(file, text);
    const ended = await run('import', file, ...options);
    const report = `${file}.refused.jsonl`;
    const refused: { line: number; email: string; reason: string }[] = existsSync(report)
      ? readFileSync(report, 'utf8')
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line))
      : [];
    return { ...ended, out: ended.stdout.trimEnd().split('\n'), refused, report };
  }
  const logIn = (to: Service, email: string, password: string) =>
    to.request('POST', '/api/login', { body: { email, password } });
  const storedFor = async (email: string) =>
    (await service().db.one<{ hash: string }>('SELECT password_hash AS hash FROM users WHERE email = $1', [email]))
      ?.hash;
  const eventsOf = async (email: string) =>
    (
      await service().db.all<{ event: string }>(
        'SELECT event FROM audit_events JOIN users ON users.id = user_id WHERE email = $1 ORDER BY audit_events.id',
        [email],
      )
    ).map(({ event }) => event);

  it('takes users with their old passwords, which the first login replaces by ours, and does the same once', async (t) => {
    const ada = {
      ...{ email: 'Ada@Example.com', name: 'Ada Lovelace', phone: '+44 20 1', industry: 'Research' },
      ...{ password_hash: BCRYPT.hash, email_verified: true, created_at: '2020-01-02 03:04:05+00', locale: 'de_AT' },
    };
    const eva = {
      email: 'eva@example.com',
      password: FAST.hash,
      email_verified: 'f',
      picture: 'https://a.example/e.png',
    };
    const bob = { email: 'bob@example.com', email_verified: 1, is_active: 'false', password: BCRYPT.hash };
    const text = `\ufeff${lines(ada, eva, bob).replaceAll('\n', '\r\n')}`;
    const dry = await importText(t, text, '--dry-run');
    assert.deepEqual([dry.code, dry.out], [0, ['would be imported: 3', 'there already: 0', 'refused: 0']]);
    assert.equal(await storedFor('ada@example.com'), undefined);
    assert.equal((await importText(t, text)).out[0], 'imported: 3');
    const again = await importText(t, text);
    assert.deepEqual([again.code, again.out], [0, ['imported: 0', 'there already: 3', 'refused: 0']]);
    assert.deepEqual(await eventsOf('ada@example.com'), ['imported']);

    assert.match((await storedFor('ada@example.com')) ?? '', /^\{bcrypt\}/);
    // What is quick to guess never rests by itself.
    assert.match((await storedFor('eva@example.com')) ?? '', /^\{wrapped\}sha\$sha1\$.*\$argon2id\$/);
    assert.equal((await logIn(service(), 'ada@example.com', `${BCRYPT.password}x`)).status, 401);
    const login = await logIn(service(), 'ada@example.com', BCRYPT.password);
    assert.deepEqual([login.status, login.data.user.phone_number], [200, '+44 20 1']);
    assert.match((await storedFor('ada@example.com')) ?? '', /^\$argon2id\$/);
    assert.equal((await logIn(service(), 'ada@example.com', BCRYPT.password)).status, 200);
    const unverified = await logIn(service(), 'eva@example.com', FAST.password);
    assert.deepEqual([unverified.status, unverified.message], [403, 'Account is INACTIVE']);
    assert.equal((await logIn(service(), 'bob@example.com', BCRYPT.password)).message, 'Account is SUSPENDED');
    const { language, created_at: createdAt } = (await service().db.one(
      "SELECT language, created_at FROM users WHERE email = 'ada@example.com'",
    )) ?? { language: '', created_at: 0 };
    assert.deepEqual([language, createdAt], ['de', Date.UTC(2020, 0, 2, 3, 4, 5)]);
  });

  it('upgrades the hash at a confirmation too, and lets a new password take its place', async (t) => {
    const users = ['three', 'four'].map((name) => ({ email: `${name}@later.example`, password: BCRYPT.hash }));
    await importText(t, lines(...users), '--verified');
    const { access_token: token } = (await logIn(service(), 'three@later.example', BCRYPT.password)).data;
    const imported = `{bcrypt}plain$10$${BCRYPT.hash.slice(7, 29)}$${Buffer.from(BCRYPT.hash.slice(29)).toString('base64url')}`;
    await service().db.one("UPDATE users SET password_hash = $1 WHERE email = 'three@later.example'", [imported]);
    const confirmed = await service().request('POST', '/api/reauthenticate', {
      token,
      body: { password: BCRYPT.password },
    });
    assert.equal(confirmed.status, 200);
    assert.match((await storedFor('three@later.example')) ?? '', /^\$argon2id\$/);
    await service().db.one("UPDATE users SET password_hash = $1 WHERE email = 'three@later.example'", [imported]);
    const change = { current_password: BCRYPT.password, new_password: 'Another-one-1' };
    assert.equal((await service().request('POST', '/api/change-password', { token, body: change })).status, 200);
    assert.equal((await logIn(service(), 'three@later.example', 'Another-one-1')).status, 200);
    await importText(t, lines({ email: 'none@later.example' }), '--verified');
    assert.equal((await logIn(service(), 'none@later.example', '')).status, 400);
    assert.equal((await logIn(service(), 'none@later.example', '{none}')).status, 401);
  });

  it('takes logins with other providers, counts who has nothing else, and names what it leaves', async (t) => {
    const standIns = createStandIns();
    const own = await startService(t, kind, standIns.settings, service().database, { providerFetch: standIns.fetch });
    const user = (name: string, identities: object[], more = {}) => ({
      ...{ email: `${name}@social.example`, raw_user_meta_data: {}, email_confirmed_at: '2020-01-01' },
      ...{ identities, encrypted_password: '', ...more },
    });
    const gitHub = (id: number) => ({
      provider: 'github',
      id: String(id),
      identity_data: { email: 'A@social.example' },
    });
    const users = [
      user('one', [gitHub(1), { provider: 'azure', id: 'x' }, { provider: 'email', id: 'y' }]),
      user('two', [{ provider: 'facebook', id: '2' }]),
      user('three', [gitHub(3)], { encrypted_password: BCRYPT.hash }),
      user('four', [gitHub(1)]),
    ];
    const expected = [
      ...['there already: 0', 'refused: 1', '  1 × the same login with github as in line …'],
      ...['logins with other providers: 2', 'without a password: 2; 1 owner must reset it'],
      'not read: 1 × login with azure, 1 × login with facebook',
    ];
    const dry = await importText(t, lines(...users), '--dry-run');
    assert.deepEqual(dry.out, ['would be imported: 3', ...expected]);
    const { stdout } = await importText(t, lines(...users), '--json');
    const { identities, with_identity_only, without_password, not_read } = JSON.parse(stdout.split('\n')[0] ?? '');
    assert.deepEqual([identities, with_identity_only, without_password], [2, 1, 2]);
    assert.deepEqual(not_read, { 'login with azure': 1, 'login with facebook': 1 });
    const taken = await importText(t, lines(user('five', [gitHub(3)])));
    assert.equal(taken.refused[0]?.reason, 'another account has one of their logins with other providers');

    standIns.visitor = { id: 1, emails: [] };
    const begun = await own.request('POST', '/api/identity/begin', { body: { provider: 'github' } });
    const { redirectUri, sent } = standIns.logIn(begun.data.url);
    const body = { flow: begun.data.flow, address: `${redirectUri}?${sent}` };
    const { ticket } = (await own.request('POST', '/api/identity/finish', { body })).data;
    const login = await own.request('POST', '/api/login/identity', { body: { ticket } });
    assert.equal(login.data.user.email, 'one@social.example');
  });

  it('exports what it has imported, so that another database gets the same', async (t) => {
    const other = await createTestDatabase(t, kind === 'sqlite' ? 'postgres' : 'sqlite');
    const users = [BCRYPT, FAST, hashOf('scrypt'), hashOf('argon2')].map(({ hash }, at) => ({
      ...{ email: `${at}@round.example`, full_name: `Round ${at}`, password: hash, created_at: 1_600_000_000 + at },
      ...{
        account_status: ['ACTIVE', 'INACTIVE', 'SUSPENDED', 'ACTIVE'][at],
        email_verified: at !== 1,
        role: at === 3 ? 'ADMIN' : 'USER',
        language: 'fr',
      },
    }));
    await importText(t, lines(...users), '--admins');
    const exportOf = async (url: string) => {
      const { stdout } = await runCommand(['export', '--hashes'], { DATABASE_URL: url });
      return (
        stdout
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line))
          // An address that has still to be confirmed counts from the import on.
          .map((one) => ({ ...one, id: 0, ...(!one.email_verified && { updated_at: null }) }))
      );
    };
    const exported = await exportOf(service().database.url);
    assert.ok(exported.length >= 4);
    const file = join(folder, 'exported.jsonl');
    writeFileSync(file, lines(...exported));
    // Hashes of this service's own accounts are at the cost of tests, and would be wrapped.
    await runCommand(['import', file, '--admins'], { DATABASE_URL: other.url });
    const isOurs = ({ password_hash: hash }: { password_hash: string }) => hash.startsWith('$argon2id$');
    assert.deepEqual(
      (await exportOf(other.url)).filter(({ password_hash: hash }) => !hash.startsWith('{wrapped}argon2')),
      exported.filter((one) => !isOurs(one)),
    );
    const { stdout } = await run('export');
    assert.doesNotMatch(stdout, /password_hash/);
  });

  // Decided by what is in the file.
  if (kind === 'postgres') return;

  it('leaves out phone number and industry where there is none, until their owner says them', async (t) => {
    const users = ['one', 'two'].map((name) => ({ email: `${name}@missing.example`, password: BCRYPT.hash }));
    assert.equal((await importText(t, lines(...users), '--verified')).out[0], 'imported: 2');
    const { data } = await logIn(service(), 'one@missing.example', BCRYPT.password);
    const { full_name, phone_number, industry } = data.user;
    assert.deepEqual([full_name, phone_number, industry], ['one', '', '']);
    const body = { phone_number: '+44 20 7', industry: 'Retail' };
    const saved = await service().request('PUT', '/api/me', { token: data.access_token, body });
    assert.deepEqual([saved.status, saved.data.phone_number, saved.data.industry], [200, '+44 20 7', 'Retail']);
    const list = (await run('users', 'list', '--json')).stdout;
    assert.match(list, /"email":"two@missing.example","phone_number":""/);
  });

  it('refuses single users with the reason, in a file that others cannot read, and takes the rest', async (t) => {
    const good = { email: 'good@refused.example', password: BCRYPT.hash, phone: '+1 1', email_verified: true };
    const users = [
      good,
      { ...good, email: 'GOOD@refused.example', phone: '' },
      { ...good, email: 'phone@refused.example' },
      { ...good, email: 'no address', phone: '' },
      { ...good, email: 'root@refused.example', phone: '', role: 'ADMIN' },
      { ...good, email: 'cost@refused.example', phone: '', password: BCRYPT.hash.replace('$10$', '$31$') },
      { ...good, email: 'text@refused.example', phone: '', full_name: 'a\u202eb' },
      { ...good, email: 'time@refused.example', phone: '', created_at: 'yesterday' },
      { ...good, email: 'page@refused.example', phone: '', picture: 'javascript:alert(1)' },
      { ...good, email: 'long@refused.example', phone: '1'.repeat(33) },
      { ...good, email: 'huge@refused.example', phone: '', full_name: 'x'.repeat(2_000_000) },
    ];
    const { code, out, stderr, refused, report } = await importText(t, `${lines(...users)}{"email": "cut@ref`);
    assert.deepEqual([code, out[0], out[2]], [1, 'imported: 1', 'refused: 11']);
    assert.match(stderr, /11 of 12 were refused, each with its reason in .*users\.refused\.jsonl/);
    assert.deepEqual(
      refused.map(({ line, reason }) => `${line} ${reason}`),
      [
        '2 the same address as in line 1',
        '3 the same phone number as in line 1',
        '4 the e-mail address is not accepted',
        '5 is an administrator (--admins imports them as such)',
        '6 the cost of the password hash is 31, but at most 14 is accepted',
        '7 full_name has control characters',
        '8 created_at is no time, or not a possible one',
        '9 the picture is no http(s) address',
        '10 phone_number is longer than 32 characters',
        '11 the line is longer than a million characters',
        '12 is not a JSON object, or is cut off',
      ],
    );
    assert.equal(statSync(report).mode & 0o777, 0o600);
    assert.doesNotMatch(readFileSync(report, 'utf8'), /\$2y\$/);
    const quoted = { email: 'q@refused.example', custom_password_hash: { algorithm: '\u009b31m' } };
    assert.match((await importText(t, lines(quoted))).stdout, /1 × the algorithm "\\u009b31m" is not known/);
    const taken = await importText(t, lines({ ...good, email: 'other@refused.example' }));
    assert.deepEqual(taken.refused[0]?.reason, 'another account has this phone number');
    const admin = await importText(t, lines({ ...users[4] }), '--admins');
    assert.equal(admin.code, 0);
    const file = join(folder, 'users');
    const onto = await run('import', file, '--admins', '--report', join(folder, '..', basename(folder), 'users'));
    assert.match(onto.stderr, /--report names the file that is imported/);
    assert.ok(existsSync(file));
    const late = { ...good, email: 'late@refused.example', phone: '' };
    const nowhere = await importText(t, lines(late, { email: '' }), '--verified', '--report', `${file}/report`);
    assert.deepEqual([nowhere.code, nowhere.stdout], [1, '']);
    assert.match(nowhere.stderr, /--report .*users\/report: there is no folder .*users\n/);
  });

  it('replaces an earlier report, and only that', async (t) => {
    const bad = lines({ email: 'no address' });
    const good = lines({ email: 'a@report.example' });
    const refused = await importText(t, bad, '--unverified');
    const { report } = refused;
    const file = report.replace('.refused.jsonl', '');
    const before = readFileSync(report, 'utf8');
    const again = (text: string, ...options: string[]) => {
      writeFileSync(file, text);
      return run('import', file, '--unverified', ...options);
    };
    assert.equal((await again(good, '--dry-run')).code, 0);
    assert.equal(readFileSync(report, 'utf8'), before, 'a dry run without refused users touches nothing');
    assert.equal((await again(`\n${bad}`, '--dry-run')).code, 1);
    assert.match(readFileSync(report, 'utf8'), /"line":2/);
    // However long what stands there was.
    assert.equal((await again(lines({ email: `"\\${'x'.repeat(100_000)}` }))).code, 1);
    assert.equal((await again(good)).code, 0);
    assert.equal(existsSync(report), false, 'nobody was refused this time');
  });

  it('takes nothing of a file that is broken as a whole, and says why', async (t) => {
    const row = (email: string) => `${email},${BCRYPT.hash},true\n`;
    const header = 'email,password,verified\n';
    const wrong: readonly [text: string | Buffer, message: RegExp, options?: string[]][] = [
      ['', /is empty/],
      ['[{"email": "a@whole.example"}', /is not valid JSON, is cut off/],
      ['{"users": {}}', /contains no list of users/],
      [`${header}${row('a@whole.example')}"b@whole.example`, /ends inside a quoted cell, which began in line 3/],
      ['email\na@whole.example\n', /neither JSON nor CSV/],
      [
        Buffer.from(`${header}${row('a@whole.example')}${row('m\u00fcller@whole.example')}`, 'latin1'),
        /is not in UTF-8/,
      ],
      [Buffer.from(`${header}${row('a@whole.example')}`, 'utf16le'), /is not in UTF-8/],
      [lines({ email: 'a@whole.example' }), /1 of 1 users do not say whether .* --verified .* --unverified/],
      [lines({ email: 'a@whole.example' }), /--pepper needs the setting IMPORT_PEPPER/, ['--pepper', '--verified']],
    ];
    for (const [text, message, options = []] of wrong) {
      const { code, stderr } = await importText(t, text, ...options);
      assert.deepEqual([code, stderr.split('\n').length], [1, 2], stderr);
      assert.match(stderr, message);
    }
    const misspelt = await importText(t, lines({ email: 'a@whole.example' }), '--from', 'myspace');
    assert.equal(misspelt.code, 2);
    assert.match(misspelt.stderr, /--from is one of firebase, .*, not myspace/);
    assert.equal(await storedFor('a@whole.example'), undefined);
    const mixed = `${header}${row('a@whole.example')}"b, c",x\n${row('"d@whole.example"')}`;
    const { refused, out } = await importText(t, mixed.replaceAll('\n', '\r\n'));
    assert.deepEqual(
      [out[0], refused[0]?.line, refused[0]?.reason],
      ['imported: 2', 3, 'has 2 cells, but the header has 3 names'],
    );
    const tabs = `mail\tHash\tverified\nt@whole.example\t${BCRYPT.hash}\t1\n`;
    assert.equal((await importText(t, tabs, '--column', 'password_hash=Hash')).out[0], 'imported: 1');
  });
});
