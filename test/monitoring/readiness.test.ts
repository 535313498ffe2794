import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { it } from 'node:test';
import { registered, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

it('/readyz?verbose names every check, what fails and what is not required, and nothing else', async (t) => {
  const service = await startService(t, 'sqlite');
  const verbose = async (method = 'GET') => {
    const response = await fetch(`${service.url}/readyz?verbose`, { method });
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
    return { status: response.status, code: response.headers.get('x-error-code'), text: await response.text() };
  };
  const names = [
    'serving',
    'files',
    'database',
    'schema',
    'integrity',
    'data-keys',
    'signing-keys',
    'mail-server',
    'disk',
  ];
  const listing = (failed: Readonly<Record<string, string>>, end: string) =>
    [...names.map((name) => failed[name] ?? `[+]${name} ok`), `readyz check ${end}`, ''].join('\n');
  assert.deepEqual(await verbose(), { status: 200, code: null, text: listing({}, 'passed') });
  assert.deepEqual(await verbose('HEAD'), { status: 200, code: null, text: '' });

  // A mail server that is away keeps nobody from logging in.
  await service.smtp.goAway();
  await registered(service);
  const withoutMail = { 'mail-server': '[!]mail-server failed, and is not required' };
  await until('it was noticed', async () => (await verbose()).text === listing(withoutMail, 'passed'));
  assert.equal((await service.request('GET', '/readyz')).status, 200);

  // A schema of another version does.
  await service.db.all('DELETE FROM schema_migrations WHERE version > 1');
  const failed = { ...withoutMail, schema: '[-]schema failed' };
  assert.deepEqual(await verbose(), { status: 503, code: 'unavailable', text: listing(failed, 'failed') });
  const plain = await service.request('GET', '/readyz');
  assert.deepEqual([plain.status, plain.message], [503, 'This version does not support the schema of the database']);
});

it('/readyz tells of damage in the file of the embedded database, which is looked for once a day', async (t) => {
  const service = await startService(t, 'sqlite');
  const line = async () => (await (await fetch(`${service.url}/readyz?verbose`)).text()).match(/^.*integrity.*$/m)?.[0];
  const path = service.database.url.replace('sqlite:', '');
  await service.db.all('PRAGMA wal_checkpoint(TRUNCATE)');
  const whole = readFileSync(path);
  const torn = Buffer.from(whole);
  torn.fill(0xa5, torn.length - 8192);
  writeFileSync(path, torn);
  assert.equal(await line(), '[+]integrity ok');
  await service.clock.advance(2 * 3_600_000);
  await until('it was noticed', async () => (await line()) === '[!]integrity failed, and is not required');
  assert.equal((await service.request('GET', '/readyz')).status, 200);
  assert.equal(service.logLines.filter((one) => one.includes('the database file is damaged')).length, 1);
  writeFileSync(path, whole);
  await service.clock.advance(86_400_000);
  await until('it is whole again', async () => (await line()) === '[+]integrity ok');
});
