import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Answer } from '../../support/client.ts';
import {
  createTestDatabase,
  type DatabaseKind,
  describeOnBothDatabases,
  describeWhereDatabasesDiffer,
} from '../../support/databases.ts';
import { hashingLoad } from '../../support/metrics.ts';
import { sharedService } from '../../support/scenarios.ts';
import { loggedIn, registered, type Service, startService, verified } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { whileUncommitted } from '../../support/while-uncommitted.ts';

const LIMIT = 20;
/** Every guess costs a request and a hash: what does not depend on the number is shown with a small one. */
const FEW = 4;
const TOO_MANY = 'Too many failed attempts. Please try again later.';

/**
 * Guesses at once are hashed at the real cost, so that the right ones arrive before the wrong ones are judged, and so
 * are few.
 */
const SLOW_HASHING = { hasProductionHashing: true };
const LIMIT_AT_ONCE = 2;
const AT_ONCE = { MAX_FAILED_LOGINS: String(LIMIT_AT_ONCE) };
const RIGHT_ONES = 2;

/**
 * Wrong guesses all at once; the right ones follow when nearly all of them are being hashed or wait for it, more than
 * twice the limit, so that the right ones are let in before the limit is reached and judged after it. Several instances
 * get their share of each.
 */
async function guessAtOnce(
  services: readonly Service[],
  password: string,
  attempt: (service: Service, guess: string) => Promise<Answer>,
) {
  const wrongOnes = 3 * LIMIT_AT_ONCE - (services.length === 1 ? 0 : LIMIT_AT_ONCE);
  const hashes = async (service: Service) => {
    const { running, waiting, done } = await hashingLoad(service);
    return running + waiting + done;
  };
  const before = await Promise.all(services.map(hashes));
  let answered = 0;
  const wrong = services.flatMap((service) =>
    Array.from({ length: wrongOnes }, async (_, at) => {
      const answer = await attempt(service, `Wrong${at}xx`);
      answered += 1;
      return answer;
    }),
  );
  await until('the wrong ones wait', async () => {
    const now = await Promise.all(services.map(hashes));
    // On a busy machine the limit may be reached before: then some of them wait for no hash.
    return answered >= LIMIT_AT_ONCE || now.every((count, at) => count - (before[at] ?? 0) >= wrongOnes - 2);
  });
  const right = services.flatMap((service) => Array.from({ length: RIGHT_ONES }, () => attempt(service, password)));
  return Promise.all([...wrong, ...right]);
}

const loginAs =
  (email: string) =>
  ({ request }: Service, password: string) =>
    request('POST', '/api/login', { body: { email, password } });

/** Headers that differ between any two answers, and those that count down the seconds. */
const PASSING = /^(date|x-request-id)$/;
const COUNTING_DOWN = /^(retry-after|ratelimit)$/;

function assertOnlyTheFirstAreJudged(answers: readonly Answer[]): void {
  const statuses: Record<number, number> = {};
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  const expected = { 401: LIMIT_AT_ONCE, 429: answers.length - LIMIT_AT_ONCE };
  assert.deepEqual(statuses, expected, 'the right ones are refused as well');
  const shapes = answers.filter(({ status }) => status === 429).map(shapeOf);
  assert.deepEqual([...new Set(shapes)], [shapes.at(-1)], 'nothing tells the right ones from the others');
}

const shapeOf = ({ headers, text }: Answer): string => {
  const told = [...headers].filter(([name]) => !PASSING.test(name));
  return JSON.stringify([
    text,
    ...told.map(([name, value]) => [name, COUNTING_DOWN.test(name) ? value.replace(/\d+$/, 'seconds') : value]),
  ]);
};

/** Every client of these tests comes through a proxy that is believed, and so can have an address of its own. */
function guessing(kind: DatabaseKind, settings: Record<string, string> = {}) {
  const service = sharedService(kind, { TRUST_PROXY: '127.0.0.1', ...settings });
  const attempt = (email: string, password: string, from: string) =>
    service().request('POST', '/api/login', { body: { email, password }, headers: { 'x-forwarded-for': from } });
  const fail = async (email: string, from: string, times: number) => {
    const answers = await Promise.all(Array.from({ length: times }, () => attempt(email, 'Wrong1234', from)));
    return answers.map(({ status }) => status);
  };
  return { service, attempt, fail };
}

describeOnBothDatabases('failed passwords', (kind) => {
  const { service, attempt, fail } = guessing(kind);

  it('are refused with 429 after 20, even if the next is right, while the owner gets in from elsewhere', async () => {
    const { email, password } = await verified(service());
    assert.deepEqual(await fail(email, '203.0.113.7', LIMIT), Array(LIMIT).fill(401));

    const refused = await attempt(email, password, '203.0.113.7');
    assert.deepEqual([refused.status, refused.message], [429, TOO_MANY]);
    assert.equal(refused.headers.get('x-error-code'), 'too_many_attempts');
    assert.equal(refused.headers.get('retry-after'), '60');
    assert.match(refused.headers.get('ratelimit') ?? '', /r=0;t=60/);
    assert.equal((await attempt(email, password, '198.51.100.9')).status, 200);
  });
});

describeOnBothDatabases('failed passwords past MAX_FAILED_LOGINS', (kind) => {
  const { service, attempt, fail } = guessing(kind, { MAX_FAILED_LOGINS: String(FEW) });

  it('make the wait longer each time', async () => {
    const { email } = await verified(service());
    await fail(email, '203.0.113.8', FEW);
    const waits = [];
    for (let i = 0; i < 8; i += 1) {
      const seconds = Number((await attempt(email, 'Wrong1234', '203.0.113.8')).headers.get('retry-after'));
      waits.push(Math.ceil(seconds / 60));
      await service().clock.advance(seconds * 1000);
      assert.deepEqual(await fail(email, '203.0.113.8', 1), [401]);
    }
    assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it('are forgotten after a quarter of an hour', async () => {
    const { email, password } = await verified(service());
    await fail(email, '203.0.113.9', FEW - 1);
    await service().clock.advance(15 * 60_000 + 1000);
    assert.deepEqual(await fail(email, '203.0.113.9', FEW - 1), Array(FEW - 1).fill(401));
    assert.equal((await attempt(email, password, '203.0.113.9')).status, 200);
  });

  it('count the same for an e-mail that nobody has', async () => {
    assert.deepEqual(await fail('nobody@example.com', '203.0.113.10', FEW), Array(FEW).fill(401));
    assert.deepEqual(await fail('nobody@example.com', '203.0.113.10', 1), [429]);
    assert.deepEqual(await fail('NOBODY@example.com', '203.0.113.10', 1), [429]);
  });

  it('count together with wrong current passwords', async () => {
    const { email, password, accessToken: token } = await loggedIn(service());
    const change = (current_password: string) =>
      service().request('POST', '/api/change-password', {
        token,
        body: { current_password, new_password: 'Difference2' },
        headers: { 'x-forwarded-for': '203.0.113.11' },
      });
    for (let i = 0; i < FEW / 2; i += 1) assert.equal((await change('Wrong1234')).status, 401);
    await fail(email, '203.0.113.11', FEW / 2);
    assert.deepEqual(
      [(await change(password)).status, (await attempt(email, password, '203.0.113.11')).status],
      [429, 429],
    );
  });

  it('do not limit whoever has the right password', async () => {
    const { email, password } = await verified(service());
    const answers = await Promise.all(Array.from({ length: 2 * FEW }, () => attempt(email, password, '203.0.113.13')));
    assert.ok(answers.every(({ status }) => status === 200));
  });

  it('of one IPv6 subscriber count as one, however the address is written', async () => {
    const { email } = await verified(service());
    const spellings = ['2001:db8:0:7::1', '2001:0db8:0000:0007:0:0:0:2', '2001:DB8:0:7:ffff::3', '2001:db8::7:0:0:0:4'];
    for (let i = 0; i < FEW; i += 1) {
      assert.deepEqual(await fail(email, spellings[i % spellings.length] ?? '', 1), [401]);
    }
    assert.deepEqual(await fail(email, '2001:db8:0:7:abcd::', 1), [429]);
    assert.deepEqual(await fail(email, '2001:db8:0:8::1', 1), [401]);
  });
});

describeWhereDatabasesDiffer('guesses that are sent all at once', (kind) => {
  const service = sharedService(kind, AT_ONCE, SLOW_HASHING);

  it('gain nothing: past the limit, right and wrong are answered the same', async () => {
    const { email, password } = await verified(service());
    assertOnlyTheFirstAreJudged(await guessAtOnce([service()], password, loginAs(email)));
  });

  it('gain nothing as current passwords', async () => {
    const { password, accessToken: token } = await loggedIn(service());
    const answers = await guessAtOnce([service()], password, ({ request }, current_password) => {
      const body = { current_password, new_password: 'Difference2' };
      return request('POST', '/api/change-password', { token, body });
    });
    assertOnlyTheFirstAreJudged(answers);
  });

  it('at an account that is not active do not tell its status', async () => {
    const { email, password } = await registered(service());
    assertOnlyTheFirstAreJudged(await guessAtOnce([service()], password, loginAs(email)));
  });
});

describeWhereDatabasesDiffer('guesses at two instances of one database', (kind) => {
  it('sent all at once are judged by one count', async (t) => {
    const database = await createTestDatabase(t, kind);
    const first = await startService(t, kind, AT_ONCE, database, SLOW_HASHING);
    const second = await startService(t, kind, AT_ONCE, database, SLOW_HASHING);
    const { email, password } = await verified(first);
    assertOnlyTheFirstAreJudged(await guessAtOnce([first, second], password, loginAs(email)));
  });
});

describe('a right password while the last failure is being counted (postgres)', () => {
  it('is judged after it, and so refused', async (t) => {
    const service = await startService(t, 'postgres', AT_ONCE);
    const { email, password } = await verified(service);
    assert.equal((await loginAs(email)(service, 'Wrong1234')).status, 401);
    const last = `UPDATE throttles SET failures = $1, busy_until = now() + interval '1 minute' WHERE failures > 0`;
    const login = () => loginAs(email)(service, password);
    assert.equal((await whileUncommitted(t, service, [[last, [LIMIT_AT_ONCE]]], login)).status, 429);
  });
});

describeOnBothDatabases('a block', (kind) => {
  const service = sharedService(kind, { MAX_FAILED_LOGINS: '3' });
  const attempt = async (email: string, password: string) =>
    (await service().request('POST', '/api/login', { body: { email, password } })).status;
  const failThrice = async (email: string) => {
    for (let i = 0; i < 3; i += 1) assert.equal(await attempt(email, 'Wrong1234'), 401);
  };

  it('that began while the clock was ahead ends when the clock is right again', async () => {
    const { email, password } = await verified(service());
    await service().clock.advance(3_600_000);
    await failThrice(email);
    assert.equal(await attempt(email, password), 429);
    await service().clock.advance(-3_600_000);
    assert.equal(await attempt(email, password), 200);
    // The failures of that time do not count any more either: as many are needed again.
    await failThrice(email);
    assert.equal(await attempt(email, password), 429);
  });

  it('does not follow from a single failure while the clock was ahead', async () => {
    const { email, password } = await verified(service());
    await service().clock.advance(3_600_000);
    assert.equal(await attempt(email, 'Wrong1234'), 401);
    await service().clock.advance(-3_600_000);
    assert.equal(await attempt(email, password), 200);
  });

  it('stays when the clock is set back by a little', async () => {
    const { email, password } = await verified(service());
    await failThrice(email);
    await service().clock.advance(-30_000);
    assert.equal(await attempt(email, password), 429);
  });
});

describeOnBothDatabases('the limit of failed passwords', (kind) => {
  const service = sharedService(kind, { MAX_FAILED_LOGINS: '0' });
  it('can be switched off; they are recorded all the same', async () => {
    const { email, id } = await verified(service());
    const body = { email, password: 'Wrong1234' };
    const answers = await Promise.all(
      Array.from({ length: LIMIT + 1 }, () => service().request('POST', '/api/login', { body })),
    );
    assert.ok(answers.every(({ status }) => status === 401));
    const events = "SELECT id FROM audit_events WHERE event = 'login_failed' AND user_id = $1";
    assert.equal((await service().db.all(events, [id])).length, LIMIT + 1);
  });
});
