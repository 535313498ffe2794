import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type DatabaseKind, describeOnBothDatabases } from '../support/databases.ts';
import { suspend } from '../support/operator.ts';
import {
  linksIn,
  registration,
  type Service,
  SIGNING_SECRET,
  startService,
  verificationToken,
} from '../support/service.ts';

const PASSWORDS = ['Canary-first-1', 'Canary-second-2', 'Canary-third-3', 'Canary-wrong-4', 'canary-too-weak'];
const [FIRST = '', SECOND = '', THIRD = '', WRONG = '', WEAK = ''] = PASSWORDS;

const TABLES: Record<DatabaseKind, string> = {
  sqlite: "SELECT name FROM sqlite_master WHERE type = 'table'",
  postgres: "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'test_clock'",
};

async function dump(service: Service): Promise<string> {
  const tables = await service.db.all<{ name: string }>(TABLES[service.db.kind]);
  const rows = await Promise.all(tables.map(({ name }) => service.db.all(`SELECT * FROM ${name}`)));
  return JSON.stringify(rows);
}

/** Every operation, right and wrong, and what it handed out on the way. */
async function journey(service: Service, account: ReturnType<typeof registration>): Promise<string[]> {
  const handedOut: string[] = [];
  const { email } = account;
  const post = async <Path extends string>(path: Path, body: object, token?: string) => {
    const { data, text } = await service.request('POST', path, { body, token });
    for (const [, secret = ''] of text.matchAll(/"(?:access|refresh)_token":"(.+?)"/g)) handedOut.push(secret);
    return data;
  };
  await post('/api/register', { ...account, password: WEAK });
  await post('/api/register', account);
  await post('/api/register', account);
  await post('/api/login', { email, password: FIRST });
  await post('/api/verify', {}, await verificationToken(service, email));
  await post('/api/login', { email, password: WRONG });
  const { access_token: token, refresh_token } = await post('/api/login', { email, password: FIRST });
  await post('/api/refresh', { refresh_token });
  await service.request('GET', `/api/me?token=${token}&password=${FIRST}`, { token });
  await service.request('PUT', '/api/me', { token, body: { industry: 'Mining', password: WRONG } });
  await post('/api/reauthenticate', { password: WRONG }, token);
  await post('/api/reauthenticate', { password: FIRST }, token);
  await post('/api/change-password', { current_password: WRONG, new_password: SECOND }, token);
  await post('/api/change-password', { current_password: FIRST, new_password: SECOND }, token);
  await post('/api/logout', { refresh_token });
  await post('/api/resend-verification', { email });
  await post('/api/forgot-password', { email });
  const links = (await service.emailsTo(email)).flatMap(linksIn);
  const reset = links.at(-1)?.searchParams.get('token') ?? '';
  await post('/api/reset-password', { new_password: WEAK }, reset);
  await post('/api/reset-password', { new_password: THIRD }, reset);
  await post('/api/reset-password', { new_password: THIRD }, reset);
  await post('/api/login', { email, password: THIRD });
  await service.request('GET', `/verify?token=${reset}`, {}).catch(() => {});
  for (const link of links) handedOut.push(link.searchParams.get('token') ?? '', link.href);
  return handedOut;
}

/** A write that the database itself refuses, with the row in its complaint. */
async function refuseName(service: Service, name: string): Promise<void> {
  const sql = {
    postgres: `ALTER TABLE users ADD CONSTRAINT refused CHECK (full_name <> '${name}')`,
    sqlite: `CREATE TRIGGER refused BEFORE INSERT ON users WHEN NEW.full_name = '${name}' BEGIN
      SELECT RAISE(ABORT, 'refused'); END`,
  };
  await service.db.one(sql[service.db.kind]);
}

describeOnBothDatabases('secrets', (kind) => {
  it('stand in no log line and in no row, whatever happens', async (t) => {
    const service = await startService(t, kind);
    const account = registration({ password: FIRST, email: 'canary.bird@example.com', phone_number: '+99 555 canary' });
    const handedOut = await journey(service, account);
    assert.ok(handedOut.length >= 8, 'tokens of every kind');

    await refuseName(service, 'Refused Canary');
    const refused = {
      ...account,
      full_name: 'Refused Canary',
      email: 'other.canary@example.com',
      phone_number: '+99 2',
    };
    assert.equal((await service.request('POST', '/api/register', { body: refused })).status, 500);
    await service.db.one('ALTER TABLE refresh_tokens RENAME TO elsewhere');
    const login = { email: account.email, password: THIRD };
    assert.equal((await service.request('POST', '/api/login', { body: login })).status, 500);
    await service.db.one('ALTER TABLE elsewhere RENAME TO refresh_tokens');
    await suspend(service, account.email);

    const logs = service.logLines.join('');
    const rows = await dump(service);
    assert.equal(service.logLines.filter((line) => line.includes('request failed')).length, 2);
    assert.ok(rows.includes('canary.bird@example.com') && rows.includes('$argon2id$'), 'the dump is whole');
    for (const secret of [...PASSWORDS, ...handedOut, SIGNING_SECRET]) {
      assert.ok(!logs.includes(secret), `in the log: ${secret}`);
      assert.ok(!rows.includes(secret), `in the database: ${secret}`);
    }
    for (const personal of [
      'canary.bird@example.com',
      'other.canary',
      '+99',
      'Refused Canary',
      '$argon2id$',
      'token=',
    ]) {
      assert.ok(!logs.includes(personal), `in the log: ${personal}`);
    }
  });

  it('cannot write a log line of their own', async (t) => {
    const service = await startService(t, kind);
    const forged = '"}\n{"level":30,"msg":"forged"}';
    await service.request('POST', '/api/login', { body: { email: forged, password: forged } });
    await service.request('GET', `/api/${encodeURIComponent(forged)}?${encodeURIComponent(forged)}`);
    await service.request('GET', '/api/me', {
      headers: { authorization: 'Bearer {"msg":"forged"}', 'x-request-id': 'forged' },
    });
    for (const line of service.logLines) assert.notEqual(JSON.parse(line).msg, 'forged');
    assert.ok(!service.logLines.join('').includes('forged'));
  });
});
