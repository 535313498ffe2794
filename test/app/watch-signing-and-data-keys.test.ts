import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { decodeProtectedHeader } from 'jose';
import { WATCH_INTERVAL_MS } from '../../src/app/watch-signing-and-data-keys.ts';
import { PENDING_MS } from '../../src/features/authenticator/table.ts';
import { addSigningKey } from '../../src/keys/signing-key-folder.ts';
import { protectedBy } from '../support/authenticator.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { runCommand } from '../support/command.ts';
import { createTestDatabase, describeOnBothDatabases } from '../support/databases.ts';
import { loggedIn, logIn, type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

function keyFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-keys-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const reports = (service: Service, text: string) =>
  service.logLines.filter((line) => line.includes(text)).map((line) => JSON.parse(line));
const OF_INSTANCE = 'an instance signs with a key that is unknown here';
const OF_PAST = 'a recently used signing key is unknown here';

/** One look after the other: the log line of a look may follow a query. */
async function letThemLook(services: readonly Service[], times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const looksBefore = services.map(({ logLines }) => logLines.length);
    await services[0]?.clock.advance(WATCH_INTERVAL_MS);
    for (const [at, service] of services.entries()) {
      await until('it has looked', () =>
        service.logLines.slice(looksBefore[at]).some((line) => line.includes('signing keys compared')),
      );
    }
  }
}

describeOnBothDatabases('instances with a key folder each', (kind) => {
  it('say once that they do not know the keys of each other', async (t) => {
    const [folder, otherFolder] = [keyFolder(t), keyFolder(t)];
    const { kid } = addSigningKey(folder, 'EdDSA', Date.now(), 0);
    const database = await createTestDatabase(t, kind);
    const first = await startService(t, kind, { KEYS_DIR: folder }, database);
    const { accessToken } = await loggedIn(first);
    const second = await startService(t, kind, { KEYS_DIR: otherFolder }, database);
    assert.equal((await second.request('GET', '/api/me', { token: accessToken })).status, 401);
    const [report] = reports(second, OF_INSTANCE);
    assert.deepEqual([report?.level, report?.kid, report?.algorithm], [50, kid, 'EdDSA']);
    assert.match(report?.instance, new RegExp(` 127\\.0\\.0\\.1:${new URL(first.url).port}$`));
    // The first knows SIGNING_SECRET, with which the second signs.
    await letThemLook([first, second], 3);
    assert.deepEqual([reports(first, OF_INSTANCE).length, reports(second, OF_INSTANCE).length], [0, 1]);

    addSigningKey(otherFolder, 'ES256', Date.now(), 0);
    await letThemLook([first, second], 2);
    await until('the first says it', () => reports(first, OF_INSTANCE).length === 1);
  });

  it('that share one say nothing when a key is rotated', async (t) => {
    const folder = keyFolder(t);
    const database = await createTestDatabase(t, kind);
    const services = [
      await startService(t, kind, { KEYS_DIR: folder }, database),
      await startService(t, kind, { KEYS_DIR: folder }, database),
    ];
    addSigningKey(folder, 'EdDSA', Date.now(), 0);
    await letThemLook(services, 3);
    for (const service of services) assert.deepEqual(reports(service, 'unknown here'), []);
  });
});

describeOnBothDatabases('a key folder that is gone', (kind) => {
  it('does not change the algorithm while the service runs, and is reported by the next start', async (t) => {
    const folder = keyFolder(t);
    const { kid } = addSigningKey(folder, 'EdDSA', Date.now(), 0);
    const database = await createTestDatabase(t, kind);
    const service = await startService(t, kind, { KEYS_DIR: folder }, database);
    const session = await loggedIn(service);
    rmSync(folder, { recursive: true });
    await service.clock.advance(10_000);
    const { data } = await logIn(service, session);
    assert.deepEqual(decodeProtectedHeader(data.access_token), { alg: 'EdDSA', typ: 'JWT', kid });
    assert.equal(reports(service, 'continuing with the last signing key').length, 1);
    await service.stop();
    // Long enough that it cannot be another instance, which runs.
    await service.clock.advance(180_000);

    const next = await startService(t, kind, { KEYS_DIR: folder }, database);
    const [report] = reports(next, OF_PAST);
    assert.deepEqual([report?.level, report?.kid, report?.algorithm], [50, kid, 'EdDSA']);
  });
});

describeOnBothDatabases('data keys that do not open what is sealed', (kind) => {
  const keys = (name: string, secret: string) => ({ DATA_KEYS: `${name}:${secret}` });
  const right = keys('may', 'a-data-key-of-the-tests-5b1f6c7d8e9f0a1b2c3d');
  const lost = keys('june', 'another-data-key-of-the-tests-0f1e2d3c4b5a69');
  const FAILED = '[!]data-keys failed, and is not required';
  const ready = async (service: Service) => {
    const answer = await fetch(`${service.url}/readyz?verbose`);
    const line = (await answer.text()).split('\n').find((one) => one.includes('data-keys'));
    return [(await service.request('GET', '/readyz')).status, answer.status, line];
  };

  it('are a warning with a line that says why, and concern the users of those apps alone', async (t) => {
    const database = await createTestDatabase(t, kind);
    const first = await startService(t, kind, right, database);
    assert.deepEqual(await ready(first), [200, 200, '[+]data-keys ok']);
    const other = await loggedIn(first);
    const concerned = await protectedBy(first, await loggedIn(first));
    await first.stop();
    const wrong: [settings: Record<string, string>, reason: RegExp][] = [
      [keys('may', 'another-data-key-of-the-tests-0f1e2d3c4b5a69'), /has another secret/],
      [lost, /data key may, which is not among DATA_KEYS/],
      [{ NODE_ENV: 'production', HOST: '127.0.0.1' }, /data key may, which is not among DATA_KEYS/],
    ];
    for (const [at, [settings, reason]] of wrong.entries()) {
      const service = await startService(t, kind, settings, database);
      assert.deepEqual(await ready(service), [200, 200, FAILED]);
      const [report] = reports(service, 'the data keys do not open what they sealed');
      assert.equal(report?.level, 50);
      assert.match(report?.reason, reason);
      assert.equal((await logIn(service, other)).status, 200);
      const { email, password, recoveryCodes } = concerned;
      const body = { email, password, code: recoveryCodes[at] };
      assert.equal((await service.request('POST', '/api/login', { body })).status, 200);
      await service.stop();
    }
    const last = await startService(t, kind, right, database);
    assert.deepEqual(await ready(last), [200, 200, '[+]data-keys ok']);
  });

  it('are mended by housekeeping, or by an operator, where they sealed an app that was never confirmed', async (t) => {
    const database = await createTestDatabase(t, kind);
    const first = await startService(t, kind, right, database);
    const begin = async () => {
      const user = await loggedIn(first);
      assert.equal((await first.request('POST', '/api/me/totp', { token: user.accessToken })).status, 201);
      return user;
    };
    const [left, reset] = [await begin(), await begin()];
    await first.stop();

    const service = await startService(t, kind, lost, database);
    assert.deepEqual(await ready(service), [200, 200, FAILED]);
    const resetAgain = () => runCommand(['users', 'reset-second-factor', reset.email], { DATABASE_URL: database.url });
    assert.equal((await resetAgain()).code, 0);
    assert.match((await resetAgain()).stderr, /has no second factor/);
    assert.deepEqual(await service.db.all('SELECT user_id AS id FROM totp'), [{ id: left.id }]);
    const { refreshToken } = reset;
    assert.equal(
      (await service.request('POST', '/api/refresh', { body: { refresh_token: refreshToken } })).status,
      200,
    );
    await service.clock.advance(PENDING_MS);
    await until('the other has expired', async () => (await service.db.all('SELECT user_id FROM totp')).length === 0);
    await service.clock.advance(WATCH_INTERVAL_MS);
    await until('it was noticed', async () => (await ready(service))[2] === '[+]data-keys ok');
    const subjects = (await service.emailsTo(reset.email)).map(({ subject }) => subject);
    assert.deepEqual(
      subjects.filter((subject) => subject.includes('removed')),
      [],
    );
  });
});
