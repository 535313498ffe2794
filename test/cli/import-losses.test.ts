import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { cleanUpAfter } from '../support/clean-up.ts';
import { runCommand } from '../support/command.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { sharedService } from '../support/scenarios.ts';

const made = JSON.parse(readFileSync(new URL('../imports/hashes.json', import.meta.url), 'utf8'));
const hashOf = (format: string): { password: string; hash: string } =>
  made.texts.find((one: { format: string }) => one.format === format);
const BCRYPT = hashOf('password_hash, bcrypt');
const FAST = hashOf('sha1');

describeOnBothDatabases('an import loses nothing silently', (kind) => {
  const service = sharedService(kind, {});
  const importText = async (t: Parameters<typeof cleanUpAfter>[0], text: string, ...options: string[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-losses-'));
    cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'users');
    writeFileSync(file, text);
    const ended = await runCommand(['import', file, ...options], { DATABASE_URL: service().database.url });
    return { ...ended, out: ended.stdout.trimEnd().split('\n') };
  };
  const logIn = async (email: string, password: string) => {
    const { status, message, data } = await service().request('POST', '/api/login', { body: { email, password } });
    return { status, message, data };
  };
  const rowOf = (email: string) =>
    service().db.one<{ name: string; hash: string; status: string; industry: string; phone: string }>(
      `SELECT full_name AS name, password_hash AS hash, account_status AS status, industry, phone_number AS phone
        FROM users WHERE email = $1`,
      [email],
    );

  it('says what it did not read and who has no password, and fills it in with --update', async (t) => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => `${name}@lost.example`);
    const csv = `EMAIL,pwhash,Email_Verified,joined by\n${a},${BCRYPT.hash},1,x\n${b},${FAST.hash},1,\n${c},,1,\n`;
    const said = [
      'there already: 0',
      'refused: 0',
      'without a password: 3; 3 owners must reset it',
      'not read: 2 × pwhash, 1 × joined by',
      '  if pwhash has the password hashes: --column password_hash=pwhash',
    ];
    const dry = await importText(t, csv, '--dry-run');
    assert.deepEqual([dry.code, dry.out], [0, ['would be imported: 3', ...said]]);
    const { out } = await importText(t, csv, '--dry-run', '--json');
    const record = JSON.parse(out[0] ?? '');
    assert.deepEqual([record.without_password, record.not_read], [3, { pwhash: 2, 'joined by': 1 }]);
    assert.deepEqual((await importText(t, csv)).out, ['imported: 3', ...said]);
    assert.equal((await logIn(`${a}`, BCRYPT.password)).status, 401);

    const column = ['--column', 'password_hash=PWHASH'];
    assert.match((await importText(t, csv, '--column', 'password_hash=pwhsh')).stderr, /names pwhsh, which no user of/);
    const again = await importText(t, csv, ...column);
    assert.deepEqual(again.out.slice(0, 3), [
      'imported: 0',
      'there already: 3',
      '  2 × lacks something that the file has, such as a password: --update fills it in',
    ]);
    assert.equal((await logIn(`${a}`, BCRYPT.password)).status, 401);
    const filled = ['filled in: 2', 'there already: 1'];
    assert.deepEqual((await importText(t, csv, ...column, '--update', '--dry-run')).out.slice(1, 3), [
      'would be filled in: 2',
      'there already: 1',
    ]);
    assert.equal((await rowOf(`${a}`))?.hash, null);
    assert.deepEqual((await importText(t, csv, ...column, '--update')).out.slice(1, 3), filled);
    assert.equal((await logIn(`${a}`, BCRYPT.password)).status, 200);
    assert.match((await rowOf(`${b}`))?.hash ?? '', /^\{wrapped\}/);
    assert.deepEqual((await importText(t, csv, ...column, '--update')).out.slice(0, 2), [
      'imported: 0',
      'there already: 3',
    ]);
  });

  it('fills in the rest too, and never what an owner has changed or registered', async (t) => {
    const bare = ['kept', 'changed', 'full'].map((name) => ({ email: `${name}@fill.example` }));
    const lines = (...records: readonly object[]) => records.map((one) => `${JSON.stringify(one)}\n`).join('');
    await importText(t, lines(...bare), '--unverified');
    await service().db.all("UPDATE users SET account_status = 'ACTIVE' WHERE email = 'changed@fill.example'");
    // The owner chose a name that is the beginning of the address, a password and a phone number.
    service().clock.advance(1000);
    await service().db.all(
      `UPDATE users SET phone_number = '+1 777', password_hash = 'theirs', updated_at = now()
        WHERE email = 'changed@fill.example'`,
    );
    const own = { email: 'own@fill.example', password: 'Their-own-1', full_name: 'own', industry: 'Software' };
    const body = { ...own, phone_number: '+1 778' };
    assert.equal((await service().request('POST', '/api/register', { body })).status, 201);
    const before = await rowOf(own.email);
    const whole = [...bare, own].map(({ email }, at) => ({
      ...{ email, full_name: `Name ${at}`, phone: `+1 88${at}`, industry: 'Retail', email_verified: true },
      password_hash: BCRYPT.hash,
    }));
    const { code, out } = await importText(t, lines(...whole), '--update');
    assert.deepEqual([code, out.slice(0, 3)], [0, ['imported: 0', 'filled in: 3', 'there already: 1']]);
    const kept = await rowOf('kept@fill.example');
    assert.deepEqual([kept?.name, kept?.status, kept?.industry, kept?.phone], ['Name 0', 'ACTIVE', 'Retail', '+1 880']);
    assert.equal((await logIn('kept@fill.example', BCRYPT.password)).status, 200);
    const changed = await rowOf('changed@fill.example');
    assert.deepEqual(
      [changed?.name, changed?.hash, changed?.phone, changed?.industry],
      ['changed', 'theirs', '+1 777', 'Retail'],
    );
    assert.deepEqual(await rowOf(own.email), before);
    const found = await service().db.all<{ event: string }>(
      "SELECT event FROM audit_events JOIN users ON users.id = user_id WHERE email = 'kept@fill.example' AND event = 'imported'",
    );
    assert.equal(found.length, 2, 'both are recorded');
  });

  it('lets nobody in whom the old system shut out, skips who was deleted, and refuses what it does not know', async (t) => {
    const status = (word: string, at: number) => ({ email: `${at}@out.example`, status: word, email_verified: true });
    const users = [
      ...['inactive', 'archived', 'terminated', 'closed', 'revoked', 'expired', 'locked', 'banned'].map(status),
      ...[{ locked_at: '2020-01-01' }, { banned_until: '2999-01-01T00:00:00Z' }].map((said, at) => ({
        ...{ email: `s${at}@out.example`, email_verified: true, ...said },
      })),
      { email: 'gone@out.example', email_verified: true, deleted_at: '2020-01-01 00:00:00+00' },
      { email: 'gone2@out.example', status: 'deleted' },
      { email: 'wait@out.example', email_verified: true, status: 'pending' },
    ].map((one) => ({ ...one, password: BCRYPT.hash }));
    const { code, out, stderr } = await importText(t, JSON.stringify(users));
    assert.equal(code, 1, stderr);
    assert.deepEqual(out, [
      'imported: 10',
      'there already: 0',
      'skipped, because deleted there: 2',
      'refused: 1',
      '  1 × the status "pending" is not known',
    ]);
    for (const { email } of users) {
      const { message, status: answer } = await logIn(email, BCRYPT.password);
      const isImported = !/^(gone|wait)/.test(email);
      assert.deepEqual([answer, message === 'Account is SUSPENDED'], isImported ? [403, true] : [401, false], email);
    }
    const supabase = { email: 'sb@out.example', email_confirmed_at: '2020-01-01', deleted_at: '2021-01-01T00:00:00Z' };
    const banned = { ...supabase, email: 'sb2@out.example', deleted_at: null, banned_until: '2999-01-01T00:00:00Z' };
    await importText(t, JSON.stringify({ users: [supabase, banned] }), '--from', 'supabase');
    assert.deepEqual(
      [(await rowOf(supabase.email))?.status, (await rowOf(banned.email))?.status],
      [undefined, 'SUSPENDED'],
    );
  });

  it('takes the hashes of PocketBase, old Keycloaks, Spring, passlib and Kratos', async (t) => {
    const { credential, password: old } = made.keycloak.find((one: { format: string }) =>
      /^hashedSalted/.test(one.format),
    );
    const logsIn = async (record: object, email: string, password: string) => {
      const { code, stderr, out } = await importText(t, JSON.stringify([record]));
      assert.deepEqual([code, out[0]], [0, 'imported: 1'], stderr);
      assert.equal((await logIn(email, password)).status, 200, email);
    };
    const pocketBase = { email: 'pb@from.example', verified: true, passwordHash: BCRYPT.hash, tokenKey: 'x' };
    await logsIn(pocketBase, pocketBase.email, BCRYPT.password);
    const keycloak = { email: 'kc@from.example', emailVerified: true, enabled: true, credentials: [credential] };
    await logsIn(keycloak, keycloak.email, old);
    for (const [at, format] of ['bcrypt_sha256 v1', 'bcrypt_sha256 v2', '{bcrypt}'].entries()) {
      const { hash, password } = hashOf(format);
      const email = `${at}@from.example`;
      await logsIn({ email, password: hash, email_verified: true }, email, password);
      const column = JSON.stringify({ hashed_password: hash });
      await logsIn({ email: `j${email}`, hashed_password: column, email_verified: true }, `j${email}`, password);
    }
    const kratos = {
      ...{ id: 'x', schema_id: 'default', state: 'active', traits: { email: 'kr@from.example' } },
      credentials: { password: { config: { hashed_password: BCRYPT.hash } } },
      verifiable_addresses: [{ value: 'kr@from.example', via: 'email', verified: true }],
    };
    await logsIn(kratos, 'kr@from.example', BCRYPT.password);
    const lines = Array.from({ length: 20 }, (_, at) => ({
      email: `${at}@say.example`,
      ...(at % 3 && { verified: true }),
    }));
    assert.match(
      (await importText(t, JSON.stringify(lines))).stderr,
      /7 of 20 users do not say .* \(lines 1, 4, 7, 10, 13 and 2 more\)\. With --verified/,
    );
  });
});
