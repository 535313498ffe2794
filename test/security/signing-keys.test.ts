import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  type JSONWebKeySet,
  jwtVerify,
  SignJWT,
} from 'jose';
import { createVerifier } from '../../client/src/verify/index.ts';
import { readConfig } from '../../src/config/config.ts';
import { addSigningKey } from '../../src/keys/signing-key-folder.ts';
import { openSigningKeyRing } from '../../src/keys/signing-key-ring.ts';
import { createLog } from '../../src/monitoring/log.ts';
import { openSqlite } from '../../src/store/engine/drivers/sqlite.ts';
import { migrate } from '../../src/store/engine/migrate.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { createTestTimers } from '../support/clock.ts';
import { runCommand } from '../support/command.ts';
import { createTestDatabase, describeOnBothDatabases } from '../support/databases.ts';
import {
  loggedIn,
  logIn,
  refusedStart,
  resetToken,
  type Service,
  SIGNING_SECRET,
  startService,
} from '../support/service.ts';
import { createServiceProcess } from '../support/service-process.ts';

const OLD = 'an-older-key-of-the-ring-that-signed-yesterday-41c7';
const NEW = 'a-newer-key-of-the-ring-that-signs-from-today-93ae';

/** In a data folder with a database, as the service leaves it. */
async function keyFolder(t: TestContext): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-keys-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  const db = openSqlite(join(folder, 'latchkey.db'));
  await migrate(db);
  await db.close();
  return join(folder, 'keys');
}

const latchkeyKeys = (folder: string, ...args: string[]) => latchkey(folder, 'keys', ...args);

async function latchkey(folder: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand(args, {
    KEYS_DIR: folder,
    DATABASE_URL: `sqlite:${join(folder, '..', 'latchkey.db')}`,
    DATA_DIR: join(folder, '..'),
  });
  assert.equal(code, 0, stderr);
  return stdout;
}

const shiftedBy = (now: () => number, ms: number) => () => now() + ms;

const kidOf = (line: string): string => line.split(/\s/, 1)[0] ?? '';

const statusWith = async (service: Service, token: string) =>
  (await service.request('GET', '/api/me', { token })).status;

const publishedKeys = async (service: Service): Promise<JSONWebKeySet> =>
  (await (await fetch(`${service.url}/.well-known/jwks.json`)).json()) as JSONWebKeySet;

describeOnBothDatabases('the ring of secrets', (kind) => {
  it('rotates without ending a session, a token or an e-mailed link', async (t) => {
    const database = await createTestDatabase(t, kind);
    const first = await startService(t, kind, {}, database);
    const session = await loggedIn(first);
    assert.equal(decodeProtectedHeader(session.accessToken).kid, undefined);
    await first.stop();

    const second = await startService(t, kind, { SIGNING_SECRETS: `old:${OLD}` }, database);
    assert.equal(await statusWith(second, session.accessToken), 200);
    const { data } = await logIn(second, session);
    const link = await resetToken(second, session.email);
    assert.equal(decodeProtectedHeader(data.access_token).kid, 'old');
    await second.stop();

    const third = await startService(t, kind, { SIGNING_SECRETS: `new:${NEW}, old:${OLD}` }, database);
    assert.equal(await statusWith(third, data.access_token), 200);
    const refreshed = await third.request('POST', '/api/refresh', { body: { refresh_token: data.refresh_token } });
    assert.equal(decodeProtectedHeader(refreshed.data.access_token).kid, 'new');
    const reset = await third.request('POST', '/api/reset-password', {
      token: link,
      body: { new_password: 'Changed1x' },
    });
    assert.equal(reset.status, 200, reset.text);
    await third.stop();

    const fourth = await startService(t, kind, { SIGNING_SECRETS: `new:${NEW}`, SIGNING_SECRET: '' }, database);
    assert.equal(await statusWith(fourth, data.access_token), 401, 'its key is gone');
    assert.equal(await statusWith(fourth, session.accessToken), 401, 'its key is gone');
    assert.equal(await statusWith(fourth, refreshed.data.access_token), 200);
  });

  it('never shows a secret to those who may only check', async (t) => {
    const service = await startService(t, kind, { SIGNING_SECRETS: `new:${NEW}` });
    assert.deepEqual(await publishedKeys(service), { keys: [] });
  });
});

describe('the key folder', () => {
  for (const algorithm of ['EdDSA', 'ES256'] as const) {
    it(`signs with ${algorithm}, and others check with the published key alone`, async (t) => {
      const folder = await keyFolder(t);
      await latchkeyKeys(folder, 'rotate', '--alg', algorithm);
      const service = await startService(t, 'sqlite', { KEYS_DIR: folder, SIGNING_SECRET: '' });
      const { accessToken, id } = await loggedIn(service);

      const keys = createRemoteJWKSet(new URL(`${service.url}/.well-known/jwks.json`));
      const { payload, protectedHeader } = await jwtVerify(accessToken, keys, { issuer: 'latchkey' });
      assert.equal(protectedHeader.alg, algorithm);
      assert.deepEqual([payload.sub, payload.purpose], [String(id), 'auth']);
      const published = await publishedKeys(service);
      assert.doesNotMatch(JSON.stringify(published), /"d"|"k"|PRIVATE/);
      assert.equal(await statusWith(service, accessToken), 200);
      const [head, body] = accessToken.split('.');
      assert.equal(await statusWith(service, `${head}.${body}.${'A'.repeat(86)}`), 401);
    });
  }

  it('is followed without a restart: a new key signs, the old one verifies until it is retired', async (t) => {
    const folder = await keyFolder(t);
    const older = kidOf(await latchkeyKeys(folder, 'rotate', '--alg', 'ES256'));
    const service = await startService(t, 'sqlite', { KEYS_DIR: folder, SIGNING_SECRET: '' });
    const session = await loggedIn(service);

    const newer = kidOf(await latchkeyKeys(folder, 'rotate', '--now'));
    const made = await startService(t, 'sqlite', { KEYS_DIR: folder, SIGNING_SECRET: '' }, service.database);
    const other = await logIn(made, session);
    assert.equal(decodeProtectedHeader(other.data.access_token).kid, newer);
    // Another instance has not looked yet; a token that names an unknown key makes it look.
    await service.clock.advance(1000);
    assert.equal(await statusWith(service, other.data.access_token), 200);
    assert.equal(await statusWith(service, session.accessToken), 200);
    assert.deepEqual((await publishedKeys(service)).keys.map(({ kid }) => kid).sort(), [older, newer].sort());

    const refused = await runCommand(['keys', 'retire', older], { KEYS_DIR: folder, DATA_DIR: join(folder, '..') });
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /may be in use until .*--force/);
    await latchkeyKeys(folder, 'retire', older, '--force');
    // Nobody names an unknown key: it looks every five seconds by itself.
    await service.clock.advance(5000);
    assert.equal(await statusWith(service, session.accessToken), 401);
    assert.equal(await statusWith(service, other.data.access_token), 200);
    const trail = await latchkey(folder, 'audit');
    assert.deepEqual(trail.match(/\tkey_\w+\t/g), ['\tkey_rotated\t', '\tkey_rotated\t', '\tkey_retired\t']);
  });

  it('lets every instance know a key for a minute before it signs', async (t) => {
    const folder = await keyFolder(t);
    await latchkeyKeys(folder, 'rotate');
    const next = kidOf(await latchkeyKeys(folder, 'rotate'));
    const service = await startService(t, 'sqlite', { KEYS_DIR: folder, SIGNING_SECRET: '' });
    const session = await loggedIn(service);
    assert.notEqual(decodeProtectedHeader(session.accessToken).kid, next);
    assert.ok((await publishedKeys(service)).keys.some(({ kid }) => kid === next));
    // The key set is read anew every five seconds, and jose looks again half a minute after its last look.
    const { headers } = await fetch(`${service.url}/.well-known/jwks.json`);
    const [, cachedSeconds] = /^public, max-age=(\d+)$/.exec(headers.get('cache-control') ?? '') ?? [];
    assert.ok(5 + Number(cachedSeconds) + 30 < 60, headers.get('cache-control') ?? '');
    await service.clock.advance(61_000);
    const { data } = await logIn(service, session);
    assert.equal(decodeProtectedHeader(data.access_token).kid, next);
    const local = createLocalJWKSet(await publishedKeys(service));
    await jwtVerify(data.access_token, local, { currentDate: new Date(service.clock.nowMs()) });
  });

  it('is announced for as long as --in says, while a secret goes on signing', async (t) => {
    const folder = await keyFolder(t);
    const settings = { KEYS_DIR: folder, DATA_DIR: join(folder, '..'), SIGNING_SECRET };
    const { code, stdout, stderr } = await runCommand(['keys', 'rotate', '--in', '24h'], settings);
    assert.equal(code, 0, stderr);
    assert.match(
      stderr,
      /Services that verify tokens with it alone refuse those of the new key from \d{4}-.*jwks\.json too/,
    );
    const next = kidOf(stdout);
    const service = await startService(t, 'sqlite', { KEYS_DIR: folder });
    const session = await loggedIn(service);
    assert.equal(decodeProtectedHeader(session.accessToken).alg, 'HS256');
    assert.deepEqual(
      (await publishedKeys(service)).keys.map(({ kid }) => kid),
      [next],
    );
    await service.clock.advance(23 * 3_600_000);
    const before = await logIn(service, session);
    assert.equal(decodeProtectedHeader(before.data.access_token).alg, 'HS256');
    await service.clock.advance(3_700_000);
    const after = await logIn(service, session);
    assert.equal(decodeProtectedHeader(after.data.access_token).kid, next);
  });

  it('is not announced for less than a minute, nor while nothing else signs', async (t) => {
    const folder = await keyFolder(t);
    const settings = { KEYS_DIR: folder, DATA_DIR: join(folder, '..') };
    const refusals: [args: string[], reason: RegExp, exitCode?: number][] = [
      [['--in', '59s'], /--in must be at least 1m; --now signs at once/],
      [['--in', 'tomorrow'], /--in must be a time from 1s to 400d, .*not "tomorrow"/],
      [['--in', '2h', '--now'], /--in and --now contradict each other/],
      [['--in', '2h'], /no key signs until then; leave --in out/, 1],
    ];
    for (const [args, reason, exitCode = 2] of refusals) {
      const { code, stderr } = await runCommand(['keys', 'rotate', ...args], settings);
      assert.equal(code, exitCode);
      assert.match(stderr, reason);
    }
    const listed = await latchkeyKeys(folder, 'list');
    assert.equal(listed.trim().split('\n').length, 1, 'the head of the table alone');
  });

  it('has the algorithm of the one before by default; for apps never EdDSA, which many libraries do not know', async (t) => {
    for (const [settings, before, expected] of [
      [{}, undefined, 'EdDSA'],
      [{ OPENID: 'on' }, undefined, 'RS256'],
      [{ OPENID: 'on', SIGNING_SECRET }, undefined, 'RS256'],
      [{ OPENID: 'on' }, 'HS256', 'RS256'],
      [{ OPENID: 'on' }, 'ES256', 'ES256'],
      [{ OPENID: 'on' }, 'EdDSA', 'RS256'],
      [{ MCP_RESOURCES: 'http://localhost:4100/mcp notes' }, 'EdDSA', 'RS256'],
      [{}, 'EdDSA', 'EdDSA'],
      [{}, 'ES256', 'ES256'],
      [{}, 'RS256', 'RS256'],
    ] as const) {
      const folder = await keyFolder(t);
      if (before) addSigningKey(folder, before, Date.now(), 0);
      const command = { KEYS_DIR: folder, DATA_DIR: join(folder, '..'), ...settings };
      const { stdout, stderr } = await runCommand(['keys', 'rotate'], command);
      assert.match(stdout, new RegExp(`\\(${expected}\\)`), `${JSON.stringify(settings)} ${before}: ${stderr}`);
    }
  });

  it('is RS256 where apps are registered, even if the command lacks OPENID=on', async (t) => {
    const folder = await keyFolder(t);
    addSigningKey(folder, 'EdDSA', Date.now(), 0);
    await latchkey(folder, 'clients', 'add', 'Shop', '--redirect-uri', 'https://shop.example.com/callback');
    assert.match(await latchkeyKeys(folder, 'rotate'), /\(RS256\)/);
  });

  it('is warned of if it is EdDSA and apps get its signatures: at the start, by doctor, by rotate', async (t) => {
    const folder = await keyFolder(t);
    const { kid } = addSigningKey(folder, 'EdDSA', Date.now(), 0);
    const warning = new RegExp(`EdDSA \\(${kid}\\), which many OpenID libraries refuse`);
    const settings = { KEYS_DIR: folder, DATA_DIR: join(folder, '..') };
    const check = async (more: Record<string, string>) =>
      (await runCommand(['check'], { ...settings, ...more })).stdout;
    const start = async (more: Record<string, string>) => {
      const service = await createServiceProcess(t, { settings: { KEYS_DIR: folder, ...more } });
      await service.start();
      await service.end('SIGTERM');
      return service.output();
    };
    const explicit = await runCommand(['keys', 'rotate', '--alg', 'EdDSA', '--in', '1h'], {
      ...settings,
      OPENID: 'on',
    });
    assert.match(explicit.stderr, /which many OpenID libraries refuse by default; latchkey keys rotate/);
    await latchkeyKeys(folder, 'retire', kidOf(explicit.stdout));
    assert.match(await check({ OPENID: 'on' }), warning);
    assert.match(await start({ OPENID: 'on' }), warning);
    for (const told of [await check({}), await start({})]) assert.doesNotMatch(told, /OpenID libraries/);
    // The new key signs in a minute; nothing else is left to do.
    const rotated = await runCommand(['keys', 'rotate'], { ...settings, OPENID: 'on' });
    assert.doesNotMatch(rotated.stderr, /OpenID libraries/);
    for (const told of [await check({ OPENID: 'on' }), await start({ OPENID: 'on' })])
      assert.doesNotMatch(told, /OpenID libraries/);
  });

  it('is missed by a command that lacks the settings of the service', async (t) => {
    const folder = await keyFolder(t);
    const { kid } = addSigningKey(folder, 'ES256', Date.now(), 0);
    const own = { KEYS_DIR: folder, DATA_KEYS: 'one:first-key-of-the-tests-7d1c0b9a52' };
    const service = await startService(t, 'sqlite', own);
    const elsewhere = { DATABASE_URL: service.database.url, DATA_DIR: join(folder, '../elsewhere') };
    const missing = (use: string, key: string) =>
      new RegExp(`has ${use} keys that are missing here: .*${key}=.*name it: --env-file <file>`);
    for (const [args, use, key] of [
      [['keys', 'list'], 'signing', `${kid}`],
      [['keys', 'list'], 'signing', 'SIGNING_SECRET'],
      [['keys', 'rotate'], 'signing', `${kid}`],
      [['data-keys', 'list'], 'data', 'one'],
    ] as const) {
      const { code, stderr } = await runCommand(args, elsewhere);
      assert.equal(code, 0, stderr);
      assert.match(stderr, missing(use, key), args.join(' '));
      const same = await runCommand(args, { ...elsewhere, ...own, SIGNING_SECRET });
      assert.equal(same.code, 0, same.stderr);
      assert.doesNotMatch(same.stderr, /missing here/, args.join(' '));
    }
  });

  it('signs at once with --now, and the check of other services and latchkey check know it at once', async (t) => {
    const folder = await keyFolder(t);
    const settings = { KEYS_DIR: folder, DATA_DIR: join(folder, '..'), SIGNING_SECRET };
    const service = await startService(t, 'sqlite', settings);
    const person = await loggedIn(service);
    const verify = createVerifier({ keys: `${service.url}/.well-known/jwks.json` });
    await assert.rejects(verify(person.accessToken), 'it has the empty set of now');
    for (const algorithm of ['EdDSA', 'ES256', 'RS256']) {
      const kid = kidOf(await latchkeyKeys(folder, 'rotate', '--now', '--alg', algorithm));
      const { data } = await logIn(service, person);
      assert.equal(decodeProtectedHeader(data.access_token).kid, kid, algorithm);
      assert.equal((await publishedKeys(service)).keys[0]?.kid, kid);
      assert.equal((await verify(data.access_token)).sub, String(person.id));
      const checked = await runCommand(['check'], settings);
      assert.match(checked.stdout, new RegExp(`^ok +signing-keys +${kid} \\(${algorithm}\\) signs`, 'm'));
      // A name that was not there is looked for every five seconds at most: the third rotation is later than that.
      if (algorithm !== 'ES256') continue;
      t.mock.method(Date, 'now', shiftedBy(Date.now, 6000));
      await service.clock.jump(6000);
    }
  });

  it('says where --now is typed that verifiers do not know the key yet', async (t) => {
    const folder = await keyFolder(t);
    const settings = { KEYS_DIR: folder, DATA_DIR: join(folder, '..') };
    const warning = /verify tokens by the key set refuse new ones .* half a minute/;
    const [first, waiting, atOnce] = [
      await runCommand(['keys', 'rotate', '--now'], settings),
      await runCommand(['keys', 'rotate'], settings),
      await runCommand(['keys', 'rotate', '--now'], settings),
    ];
    assert.deepEqual([first.code, waiting.code, atOnce.code], [0, 0, 0], atOnce.stderr);
    for (const { stderr } of [first, waiting]) assert.doesNotMatch(stderr, warning);
    assert.match(atOnce.stderr, warning);
    assert.match(atOnce.stderr, /Sessions and earlier tokens stay good\. After a leak, next: latchkey keys retire/);
    assert.match((await runCommand(['keys', 'rotate', '--help'], settings)).stdout, /--now .*\n.*half a minute/);
  });

  it('keeps its files to their owner, and says what is wrong with them in one line', async (t) => {
    const folder = await keyFolder(t);
    await latchkeyKeys(folder, 'rotate', '--alg', 'HS256');
    const [file = ''] = readdirSync(folder);
    assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600);
    const { k } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    assert.ok(!(await latchkeyKeys(folder, 'list')).includes(k));

    writeFileSync(join(folder, 'broken.jwk'), '{"kty":"RSA"}');
    const listed = await runCommand(['keys', 'list'], { KEYS_DIR: folder, DATA_DIR: join(folder, '..') });
    assert.equal(listed.stdout.split('\n').length, 3);
    assert.match(listed.stderr, /^latchkey: .*broken\.jwk holds no private key .*; skipped\n$/);
    rmSync(join(folder, file));
    const line = await refusedStart(t, { KEYS_DIR: folder, SIGNING_SECRET: '' });
    assert.match(line, /^.* holds no key that signs; .*broken\.jwk holds no private key.*$/);
  });

  it('loses a removed key also while another file of it is broken', async (t) => {
    const folder = await keyFolder(t);
    const older = kidOf(await latchkeyKeys(folder, 'rotate', '--alg', 'ES256'));
    const service = await startService(t, 'sqlite', { KEYS_DIR: folder, SIGNING_SECRET: '' });
    const session = await loggedIn(service);
    await latchkeyKeys(folder, 'rotate', '--now');
    await letItLook(service);
    const { data } = await logIn(service, session);
    assert.notEqual(decodeProtectedHeader(data.access_token).kid, older);

    writeFileSync(join(folder, 'broken.jwk'), '{"kty":"RSA"}');
    rmSync(join(folder, `${older}.jwk`));
    await letItLook(service);
    assert.equal(await statusWith(service, session.accessToken), 401);
    assert.equal(await statusWith(service, data.access_token), 200);
    const reports = service.logLines.filter((line) => line.includes('broken.jwk'));
    assert.equal(reports.length, 1);
    assert.match(reports[0] ?? '', /"level":50.*holds no private key/);
  });

  it('that loses its signer goes on signing with it, and with no other that is gone', async (t) => {
    const folder = await keyFolder(t);
    const older = kidOf(await latchkeyKeys(folder, 'rotate'));
    const first = await startService(t, 'sqlite', { KEYS_DIR: folder, SIGNING_SECRET: '' });
    const session = await loggedIn(first);
    await first.stop();
    const signer = kidOf(await latchkeyKeys(folder, 'rotate', '--now'));
    const service = await startService(t, 'sqlite', { KEYS_DIR: folder, SIGNING_SECRET: '' }, first.database);
    assert.equal(await statusWith(service, session.accessToken), 200);

    for (const kid of [older, signer]) rmSync(join(folder, `${kid}.jwk`));
    await letItLook(service);
    const { data } = await logIn(service, session);
    assert.equal(decodeProtectedHeader(data.access_token).kid, signer);
    assert.equal(await statusWith(service, data.access_token), 200);
    assert.equal(await statusWith(service, session.accessToken), 401);
    assert.ok(service.logLines.some((line) => line.includes('holds no key that signs')));

    const next = kidOf(await latchkeyKeys(folder, 'rotate', '--now'));
    await letItLook(service);
    assert.equal(await statusWith(service, data.access_token), 401, 'there is another signer now');
    const { data: after } = await logIn(service, session);
    assert.equal(decodeProtectedHeader(after.access_token).kid, next);

    // The same with a key that waits for its minute: the removed one signs until then, and is worth nothing from then
    // on.
    rmSync(join(folder, `${next}.jwk`));
    const now = service.clock.nowMs();
    const waiting = addSigningKey(folder, 'ES256', now, now + 60_000).kid;
    await letItLook(service);
    const { data: meanwhile } = await logIn(service, session);
    assert.equal(decodeProtectedHeader(meanwhile.access_token).kid, next);
    await service.clock.advance(61_000);
    await letItLook(service);
    assert.equal(decodeProtectedHeader((await logIn(service, session)).data.access_token).kid, waiting);
    assert.equal(await statusWith(service, meanwhile.access_token), 401);
  });

  for (const [bytes, status] of [
    [16, 401],
    [31, 401],
    [32, 200],
  ] as const) {
    it(`${status === 200 ? 'takes' : 'passes over'} a shared secret of ${bytes} bytes`, async (t) => {
      const folder = await keyFolder(t);
      await latchkeyKeys(folder, 'rotate');
      const secret = randomBytes(bytes);
      const file = { kty: 'oct', kid: 'own', alg: 'HS256', k: secret.toString('base64url') };
      writeFileSync(join(folder, 'own.jwk'), JSON.stringify(file));
      const service = await startService(t, 'sqlite', { KEYS_DIR: folder, SIGNING_SECRET: '' });
      const { accessToken } = await loggedIn(service);
      const forged = await new SignJWT(decodeJwt(accessToken))
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: 'own' })
        .sign(secret);
      assert.equal(await statusWith(service, forged), status);
      assert.equal(
        service.logLines.some((line) => line.includes('own.jwk holds no private key')),
        status === 401,
      );
    });
  }

  it('is not read more than four times a second, however many tokens are signed or name unknown keys', async (t) => {
    const folder = await keyFolder(t);
    const now = Date.now();
    addSigningKey(folder, 'HS256', now, now);
    const log = createLog({ logLevel: 'silent', logFormat: 'json' }, { write() {} });
    const settings = { keysDir: folder, signingSecrets: [], signingSecret: undefined };
    const timers = createTestTimers({ standsStill: true });
    const ring = openSigningKeyRing(settings, log, Date.now, timers);
    const lookAfter = (ms: number): number => {
      addSigningKey(folder, 'HS256', now, now);
      timers.pass(ms);
      ring.reload();
      return ring.current().length;
    };
    assert.deepEqual([lookAfter(249), lookAfter(1), lookAfter(249), lookAfter(0), lookAfter(1)], [1, 3, 3, 3, 6]);
  });

  it('keeps a key for as long as the longest of its tokens may live', async (t) => {
    const folder = await keyFolder(t);
    const DAY_MS = 86_400_000;
    const now = Date.now();
    const { kid } = addSigningKey(folder, 'EdDSA', now, now - 20 * DAY_MS);
    addSigningKey(folder, 'EdDSA', now, now - 10 * DAY_MS);
    const retire = (ttl: string) =>
      runCommand(['keys', 'retire', String(kid)], {
        KEYS_DIR: folder,
        DATA_DIR: join(folder, '..'),
        ACCESS_TOKEN_TTL: ttl,
      });
    const refused = await retire('11d');
    assert.equal(refused.code, 1);
    const tomorrow = new Date(now + DAY_MS).toISOString();
    assert.ok(refused.stderr.includes(`may be in use until ${tomorrow}`), refused.stderr);
    assert.equal((await retire('9d')).code, 0);
  });
});

describe('production', () => {
  const complete = {
    NODE_ENV: 'production',
    FRONTEND_URL: 'https://app.example.com',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'a@example.com',
    DATA_DIR: tmpdir(),
  };
  const weak: Record<string, Record<string, string>> = {
    'has no secret': {},
    'has a short one': { SIGNING_SECRET: 'x7Kq-2m9Zp4L-r8Tw1v' },
    'has a repetitive one': { SIGNING_SECRET: 'ab'.repeat(20) },
    'has a placeholder': { SIGNING_SECRET: 'change-me-please-before-production-now-2f' },
    'has a weak one in its ring': { SIGNING_SECRETS: `good:${SIGNING_SECRET.replace('test', 'real')}, bad:short` },
  };
  for (const [name, settings] of Object.entries(weak)) {
    it(`does not start when it ${name}`, () => {
      assert.throws(
        () => readConfig({ ...complete, ...settings }, 2),
        (error: Error) => {
          assert.match(error.message, /^SIGNING_SECRETS? .*Example: .*$/);
          for (const secret of Object.values(settings)) assert.ok(!error.message.includes(secret), 'never repeated');
          return true;
        },
      );
    });
  }

  it('says so in one line', async (t) => {
    const line = await refusedStart(t, { ...complete, SIGNING_SECRET: '' });
    assert.match(line, /^SIGNING_SECRET is required in production\. Example: .*$/);
  });
});

/** The service looks at its folder every five seconds. */
const letItLook = (service: Service): Promise<void> => service.clock.advance(5000);
