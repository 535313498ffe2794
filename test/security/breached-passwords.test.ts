import assert from 'node:assert/strict';
import type { RequestListener, ServerResponse } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { createIsBreached, lookUpOnline } from '../../src/core/passwords/breached-passwords.ts';
import { BREACHED, breachedPasswordsMirror, DIGITS } from '../support/breached-passwords.ts';
import type { Answer } from '../support/client.ts';
import { describeWhereDatabasesDiffer } from '../support/databases.ts';
import { startReceiver } from '../support/receiver.ts';
import {
  logIn,
  refusedStart,
  registration,
  resetToken,
  type Service,
  startService,
  verified,
} from '../support/service.ts';
import { until } from '../support/until.ts';

const STRICT = { prefer: 'handling=strict' };

const mirror = await breachedPasswordsMirror();

const register = (service: Service, headers: Record<string, string> = {}) =>
  service.request('POST', '/api/register', { body: registration({ password: BREACHED }), headers });
const outcomeOf = ({ status, headers }: Answer) => [
  status,
  headers.get('x-password-warning') ?? headers.get('x-error-reason'),
];
const warningsOf = ({ logLines }: Service) => logLines.filter((line) => line.includes('BREACHED_PASSWORDS'));

describe('a breached password', () => {
  it('is found: warned of, refused where the client prefers that, refused when hardened', async (t) => {
    const service = await startService(t, 'sqlite', { BREACHED_PASSWORDS: mirror });
    assert.deepEqual(outcomeOf(await register(service)), [201, 'breached']);
    assert.deepEqual(outcomeOf(await register(service, STRICT)), [400, 'breached']);
    const other = { body: registration({ password: 'Tukan-in-8-boots' }) };
    assert.deepEqual(outcomeOf(await service.request('POST', '/api/register', other)), [201, null]);
    const hardened = await startService(t, 'sqlite', { BREACHED_PASSWORDS: mirror, PROFILE: 'hardened' });
    const refused = await register(hardened);
    assert.deepEqual(outcomeOf(refused), [400, 'breached']);
    assert.equal(refused.message, 'Password must be another one: this one is known from a data breach');
  });

  it('is found however its characters are composed', async () => {
    const asked: string[] = [];
    const lookUp = async (sha1: Buffer) => asked.push(sha1.toString('hex')) > 0;
    const isBreached = createIsBreached({ lookUp, log: { warn: () => {} }, nowMs: () => 0 });
    for (const password of ['Caf\u00e9-in-7-boots', 'Cafe\u0301-in-7-boots']) await isBreached(password);
    assert.equal(new Set(asked).size, 1);
  });

  it('is not looked for by default', async (t) => {
    const service = await startService(t, 'sqlite', { PROFILE: 'hardened' });
    assert.deepEqual(outcomeOf(await register(service)), [201, null]);
  });

  it('keeps the service from starting, in one line, where the value cannot be used', async (t) => {
    for (const [value, says] of [
      ['/etc/latchkey/breached.filter', 'must be off, online or the https address of a mirror; files are not read'],
      ['onlin', 'must be off, online or'],
      ['http://mirror.example.com', 'must have an https address'],
      ['https://mirror.example.com/?a=b', 'must have an https address'],
    ] as const) {
      const line = await refusedStart(t, { BREACHED_PASSWORDS: value });
      assert.match(line, /^BREACHED_PASSWORDS/);
      assert.ok(line.includes(says), line);
      assert.ok(!line.includes('\n'));
    }
  });
});

describe('a breached password, online', () => {
  const start = async (t: TestContext, answer: RequestListener) => {
    const url = await startReceiver(t, answer);
    return startService(t, 'sqlite', { BREACHED_PASSWORDS: `${url}mirror/` });
  };
  const range = (...suffixes: string[]) => [`${'0'.repeat(35)}:7`, ...suffixes, `${'F'.repeat(35)}:0`].join('\r\n');

  it('is asked for by five digits of its hash, with padding, which does not count', async (t) => {
    const asked: unknown[] = [];
    let answer = range(`${DIGITS.slice(5)}:12`);
    const service = await start(t, ({ method, url, headers }, response) => {
      asked.push([method, url, headers['add-padding'], Object.keys(headers).sort().join()]);
      response.end(answer);
    });
    assert.deepEqual(outcomeOf(await register(service)), [201, 'breached']);
    assert.deepEqual(asked, [
      ['GET', `/mirror/range/${DIGITS.slice(0, 5)}`, 'true', 'add-padding,connection,host,user-agent'],
    ]);
    for (answer of [range(), range(`${DIGITS.slice(5)}:0`), range(`${DIGITS.slice(5)}:00`)])
      assert.deepEqual(outcomeOf(await register(service)), [201, null], answer);
    assert.deepEqual(warningsOf(service), []);
  });

  it('is asked for by nobody who may not register', async (t) => {
    let asked = 0;
    const url = await startReceiver(t, (_request, response) => {
      asked += 1;
      response.end(range());
    });
    for (const settings of [{ REGISTRATION: 'invited' }, { EMAIL_DOMAINS: 'elsewhere.example' }]) {
      const service = await startService(t, 'sqlite', { BREACHED_PASSWORDS: url, ...settings });
      assert.equal((await register(service)).status, 403);
    }
    assert.equal(asked, 0);
  });

  it('is asked for fifty times at once, and not more', async () => {
    const answers: (() => void)[] = [];
    const fetch = () =>
      new Promise<Response>((resolve) => {
        answers.push(() => resolve(new Response(range())));
      });
    const lookUp = lookUpOnline('https://mirror.example', fetch, () => 0);
    const sha1 = Buffer.alloc(20, 1);
    const lookUps = Array.from({ length: 50 }, () => lookUp(sha1));
    const surplus = assert.rejects(lookUp(sha1), /50 are looked up already/);
    for (const answer of answers.splice(0)) answer();
    await surplus;
    assert.ok((await Promise.all(lookUps)).every((isFound) => !isFound));
    const next = lookUp(sha1);
    for (const answer of answers) answer();
    assert.equal(await next, false, 'there is room again');
    assert.equal(answers.length, 1);
  });

  it('is asked for again, however many times the other side has failed', async () => {
    let nowMs = 0;
    let isDown = true;
    let asked = 0;
    const fetch = async () => {
      asked += 1;
      if (isDown) throw new Error('refused');
      return new Response(range(`${DIGITS.slice(5)}:1`));
    };
    const lookUp = lookUpOnline('https://mirror.example', fetch, () => nowMs);
    const sha1 = Buffer.from(DIGITS, 'hex');
    for (let failures = 1; failures <= 60; failures += 1) {
      await assert.rejects(lookUp(sha1), /refused/);
      nowMs += 9_999;
      assert.deepEqual([await lookUp(sha1), asked], [false, failures], 'not so soon');
      nowMs += 1;
    }
    isDown = false;
    assert.equal(await lookUp(sha1), true);
  });

  const endless = (response: ServerResponse) => {
    const line = Buffer.from(`${'0'.repeat(35)}:7\r\n`.repeat(1000));
    const send = (): void => {
      while (!response.destroyed && response.write(line));
    };
    response.on('drain', send);
    send();
  };
  const FAULTS: Readonly<Record<string, (response: ServerResponse) => void>> = {
    'never answers': () => {},
    'answers without end, slowly': (response) => {
      response.write(range());
    },
    'answers without end': endless,
    'answers with a page': (response) => response.end('<html>Please log in to the hotel</html>'),
    'answers with nothing': (response) => response.end(),
    'answers 500': (response) => response.writeHead(500).end(range(`${DIGITS.slice(5)}:12`)),
    'leads elsewhere': (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
    'hangs up': (response) => response.destroy(),
  };
  for (const [fault, answer] of Object.entries(FAULTS)) {
    it(`passes within a second and with one line in the log where the other side ${fault}`, async (t) => {
      let asked = 0;
      const service = await start(t, (_request, response) => {
        asked += 1;
        answer(response);
      });
      const startedAtMs = performance.now();
      const answers = await Promise.all([register(service), register(service, STRICT)]);
      const tookMs = performance.now() - startedAtMs;
      assert.deepEqual(answers.map(outcomeOf), [
        [201, null],
        [201, null],
      ]);
      assert.ok(tookMs < 5000, `${tookMs} ms`);
      assert.deepEqual([await register(service).then(outcomeOf), asked], [[201, null], 2], 'nobody is asked so soon');
      assert.equal(warningsOf(service).length, 1);
      service.clock.advance(61_000);
      await register(service);
      assert.equal(asked, 3);
      const [, second = ''] = warningsOf(service);
      assert.equal(JSON.parse(second).failures, 2, 'the one that was not logged, and this one');
      assert.ok(!service.logLines.join('').includes(BREACHED));
    });
  }

  it('is not looked for in private networks that the operator has not named', async (t) => {
    let asked = 0;
    const url = await startReceiver(t, (_request, response) => {
      asked += 1;
      response.end(range());
    });
    const settings = { BREACHED_PASSWORDS: url, DELIVERY_NETWORKS: '10.0.0.0/8' };
    const service = await startService(t, 'sqlite', settings);
    assert.deepEqual(outcomeOf(await register(service)), [201, null]);
    assert.match(warningsOf(service).join(), /DELIVERY_NETWORKS/);
    assert.equal(asked, 0);
  });
});

describeWhereDatabasesDiffer('a login with a breached password', (kind) => {
  const eventsOf = async ({ db }: Service) => {
    const event = "event = 'password_breached'";
    const rows = await db.all<{ user_id: number }>(`SELECT user_id FROM audit_events WHERE ${event} ORDER BY id`);
    return rows.map((row) => row.user_id);
  };
  /** Another account, which is told when those before it would have been. */
  const toldLater = async (service: Service) => {
    const account = await verified(service, { password: BREACHED });
    await logIn(service, account);
    await until('the other is told', async () => (await eventsOf(service)).includes(account.id));
    return account;
  };

  it('is answered as any, and its owner told once of each password', async (t) => {
    const service = await startService(t, kind, { BREACHED_PASSWORDS: mirror, SESSIONS: 'many' });
    const account = await verified(service, { password: BREACHED });
    const other = await verified(service);
    const logins = await Promise.all(Array.from({ length: 5 }, () => logIn(service, account)));
    await logIn(service, other);
    for (const { headers } of logins) assert.equal(headers.get('x-password-warning'), null);
    const told = async () =>
      (await service.emailsTo(account.email)).filter(({ subject }) => /change your/.test(subject));
    await until('told', async () => (await told()).length > 0);
    await logIn(service, account);

    const body = { new_password: BREACHED };
    const token = await resetToken(service, account.email);
    assert.equal((await service.request('POST', '/api/reset-password', { token, body })).status, 200);
    await logIn(service, account);
    await until('told again', async () => (await told()).length > 1);
    await logIn(service, account);
    const { id } = await toldLater(service);
    assert.deepEqual(await eventsOf(service), [account.id, account.id, id]);
    assert.equal((await told()).length, 2);
    assert.equal((await service.emailsTo(other.email)).length, 1, 'of the registration');
  });

  it('tells nobody of a password that only a guess has, or an unknown address', async (t) => {
    const service = await startService(t, kind, { BREACHED_PASSWORDS: mirror });
    const { email } = await verified(service);
    for (const address of [email, 'nobody@example.com']) {
      const body = { email: address, password: BREACHED };
      assert.equal((await service.request('POST', '/api/login', { body })).status, 401);
    }
    const { id } = await toldLater(service);
    assert.deepEqual(await eventsOf(service), [id]);
  });

  it('does not wait for another server, nor for more than twenty at once', async (t) => {
    let [open, most] = [0, 0];
    let isRegistered = false;
    const url = await startReceiver(t, (_request, response) => {
      if (!isRegistered) return void response.end(`${'0'.repeat(35)}:7`);
      open += 1;
      most = Math.max(most, open);
      response.on('close', () => {
        open -= 1;
      });
    });
    const service = await startService(t, kind, { BREACHED_PASSWORDS: url, SESSIONS: 'many' });
    const account = await verified(service);
    isRegistered = true;
    await logIn(service, account);
    await until('it is still being asked when the login is answered', () => open === 1);
    await Promise.all(Array.from({ length: 30 }, () => logIn(service, account)));
    await service.stop();
    assert.ok(most > 1 && most <= 20, `${most}`);
  });
});
