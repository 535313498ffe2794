import { Agent, request } from 'node:http';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Lifetime } from '../support/clean-up.ts';
import { areaUnderCurve, assertAlike, median, ratioOfMedians, type Samples } from '../support/compare-kinds.ts';
import { DATABASE_KINDS, type DatabaseKind } from '../support/databases.ts';
import { type Measured, startMeasured } from '../support/measured-service.ts';
import { scrape } from '../support/metrics.ts';
import { startSmtpSinkProcess } from '../support/smtp-sink-process.ts';
import { until } from '../support/until.ts';

/**
 * `npm run timing` takes as many samples as a fine difference needs. In the test suite, where only a gross one can be
 * seen on a busy machine, a few are enough, and more are taken only while the two kinds look different.
 */
const FINE_SAMPLES = Number(process.env.TIMING_SAMPLES ?? 0);
const isFine = FINE_SAMPLES > 0;
const LOOKS = isFine ? [FINE_SAMPLES] : [12, 12, 24, 48];
/** From this many samples on, they show a fine difference. */
const MANY = 1000;
type Bounds = readonly [low: number, high: number];
const BOUNDS: Bounds = FINE_SAMPLES >= MANY ? [0.45, 0.55] : [0.25, 0.75];
const MAX_SAMPLES = LOOKS.reduce((sum, pairs) => sum + pairs, 10);

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Milliseconds until the whole answer is there. */
const timed = (url: string, body: object, token?: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const headers = { 'content-length': Buffer.byteLength(text), ...authorization };
    const began = performance.now();
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(performance.now() - began));
    });
    sent.on('error', reject);
    sent.end(text);
  });

/** Samples of a known and an unknown address, each the next one of its pool. */
const sampleOf = (known: readonly string[], unknown: readonly string[], ask: (email: string) => Promise<number>) => {
  const asked = [0, 0];
  return (kind: 0 | 1): Promise<number> => {
    const pool = [known, unknown][kind] ?? [];
    asked[kind] = (asked[kind] ?? 0) + 1;
    return ask(String(pool[(asked[kind] ?? 0) % pool.length]));
  };
};

const inWords = (what: string, unit: string) => (samples: Samples, value: number) => {
  const [known, unknown] = samples.map((values) => median(values).toFixed(2));
  return `${what}: ${value.toFixed(3)}, medians ${known} and ${unknown} ${unit} of ${samples[0].length} each`;
};

const assertSameTime = (what: string, sample: (kind: 0 | 1) => Promise<number>, looks = LOOKS, bounds = BOUNDS) =>
  assertAlike({ sample, looks, bounds, statistic: areaUnderCurve, describe: inWords(`AUC of ${what}`, 'ms') });

async function compareAnswers(t: TestContext, { kind, service, pools, newToken }: Measured): Promise<void> {
  const { active, inactive, unknown } = pools;
  const comparisons = [
    ['/api/login', 'ACTIVE', active],
    ['/api/forgot-password', 'ACTIVE', active],
    ['/api/login/email', 'ACTIVE', active],
    ['/api/resend-verification', 'INACTIVE', inactive],
    ['/api/resend-verification', 'ACTIVE', active],
  ] as const;
  for (const [path, status, known] of comparisons) {
    const ask = (email: string) => timed(`${service.url}${path}`, { email, password: 'Wrong-1-x' });
    const what = `${path}, ${status} against unknown (${kind})`;
    t.diagnostic(await assertSameTime(what, sampleOf(known, unknown, ask)));
  }
  const confirmWrong = async (email: string) => {
    const asked = await fetch(`${service.url}/api/login/email`, { method: 'POST', body: JSON.stringify({ email }) });
    const { data } = (await asked.json()) as { readonly data: { readonly request: string } };
    return timed(`${service.url}/api/login/email/confirm`, { request: data.request, code: '00000000' });
  };
  const what = `/api/login/email/confirm, a wrong code, ACTIVE against unknown (${kind})`;
  t.diagnostic(await assertSameTime(what, sampleOf(active, unknown, confirmWrong)));
  const tokens: string[] = [];
  for (let asked = 0; asked < 2 * MAX_SAMPLES; asked += 900) tokens.push(await newToken());
  let asked = 0;
  const askFor = (email: string) => {
    asked += 1;
    return timed(`${service.url}/api/me/email`, { email }, tokens[asked % tokens.length]);
  };
  t.diagnostic(await assertSameTime(`/api/me/email, taken against free (${kind})`, sampleOf(active, unknown, askFor)));
}

/** bcrypt at cost 10, which takes longer as our own hashes. */
const IMPORTED_HASH = '{bcrypt}plain$10$abcdefghijklmnopqrstuu$QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZQ';
/** Every unknown address has its own stand-in: of few addresses, by chance, too many might have slow ones. */
const STRANGERS = 2000;

/** Accounts whose hash another system has made: every second, where there are samples enough, and then all. */
async function compareImported(t: TestContext, { kind, service, db, pools }: Measured): Promise<void> {
  const ask = (email: string) => timed(`${service.url}/api/login`, { email, password: 'Wrong-1-x' });
  // Every second of them, too: those of each pool are all of one parity.
  const accounts = [...pools.active, ...pools.inactive];
  const strangers = Array.from({ length: STRANGERS }, (_, at) => `eva-${at}@${pools.active[0]?.split('@')[1]}`);
  const steps = [...(isFine ? [['every second', 2] as const] : []), ['all', 1] as const];
  for (const [which, of] of steps) {
    await db.one('UPDATE users SET password_hash = $1 WHERE id % $2 = 0', [IMPORTED_HASH, of]);
    // Each account has been asked for nearly as often as it may be.
    await db.one('DELETE FROM throttles');
    const what = `/api/login, ${which} imported, against unknown (${kind})`;
    t.diagnostic(await assertSameTime(what, sampleOf(accounts, strangers, ask)));
  }
}

/** E-mails that are asked for before the processor time of the service is read. */
const EMAILS_AT_ONCE = 10;
const WORKER_HAS_WORK = "SELECT 1 AS one FROM outbox WHERE state IN ('waiting', 'void')";
const LOOKS_AT_WORK = [3, 3, 6, 12];
/** 1.0 as it is, and 2.2 when nothing is done for a stranger. */
const BOUNDS_OF_WORK = [0.6, 1.6] as const;

/**
 * The processor time that the service spends on e-mails to accounts and on as many to strangers, which is what slows
 * down the requests that follow. With the developer's inbox alone: over SMTP, the conversation with the server costs
 * more than the rest; test/mail/smtp/transport.test.ts shows what is done without it.
 */
async function compareWork(t: TestContext, measured: Measured): Promise<void> {
  const { kind, service, db, metricsPort, pools } = measured;
  const spentMs = async () => 1000 * ((await scrape(metricsPort)).get('process_cpu_seconds_total') ?? Number.NaN);
  const sample = async (which: 0 | 1) => {
    const [active = '', inactive = ''] = which === 0 ? [pools.active[0], pools.inactive[0]] : [pools.unknown[0]];
    const before = await spentMs();
    for (let i = 0; i < EMAILS_AT_ONCE; i += 2) {
      await timed(`${service.url}/api/forgot-password`, { email: active });
      await timed(`${service.url}/api/resend-verification`, { email: inactive || active });
    }
    await until('the worker is done', async () => !(await db.one(WORKER_HAS_WORK)), 60_000);
    return ((await spentMs()) - before) / EMAILS_AT_ONCE;
  };
  const describe = inWords(`work for an e-mail to somebody against one to nobody (${kind})`, 'ms');
  t.diagnostic(
    await assertAlike({ sample, looks: LOOKS_AT_WORK, bounds: BOUNDS_OF_WORK, statistic: ratioOfMedians, describe }),
  );
}

/**
 * What is done after the answer, as a client sees it: the requests that follow it on the same connection, all of them
 * together.
 */
const FOLLOWING = 25;
const FOLLOWED_SAMPLES = FINE_SAMPLES >= MANY ? FINE_SAMPLES / 4 : FINE_SAMPLES;
const FOLLOWED_BOUNDS: Bounds = FINE_SAMPLES >= MANY ? [0.45, 0.6] : BOUNDS;

async function compareFollowing(t: TestContext, { kind, service, pools }: Measured): Promise<void> {
  const comparisons = [
    ['/api/forgot-password', 'ACTIVE', pools.active],
    ['/api/login/email', 'ACTIVE', pools.active],
    ['/api/resend-verification', 'INACTIVE', pools.inactive],
  ] as const;
  for (const [path, status, known] of comparisons) {
    const sample = sampleOf(known, pools.unknown, async (email) => {
      await timed(`${service.url}${path}`, { email });
      let following = 0;
      for (let i = 0; i < FOLLOWING; i += 1)
        following += await timed(`${service.url}/api/refresh`, { refresh_token: 'x' });
      return following;
    });
    const what = `${FOLLOWING} requests after ${path}, ${status} against unknown (${kind})`;
    t.diagnostic(await assertSameTime(what, sample, [FOLLOWED_SAMPLES], FOLLOWED_BOUNDS));
  }
}

function whileServed(start: (t: Lifetime) => Promise<Measured>): () => Measured {
  let measured: Measured;
  const cleanUps: (() => unknown)[] = [];
  before(async () => {
    measured = await start({ after: (cleanUp) => cleanUps.push(cleanUp) });
  });
  after(async () => {
    agent.destroy();
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  });
  return () => measured;
}

/**
 * A gross difference is a hash, a statement or an e-mail too many, whatever the database; what each of them is asked
 * for is compared in same-statements.test.ts.
 */
const compareOn = (kind: DatabaseKind): void => {
  const measured = whileServed(async (t) =>
    startMeasured(t, kind, MAX_SAMPLES, isFine ? await startSmtpSinkProcess(t) : undefined),
  );
  it('does not tell an unknown e-mail from a known one', (t) => compareAnswers(t, measured()));
  it('does not tell them apart either where passwords were imported', (t) => compareImported(t, measured()));
  // Other requests are slowed down so little that nothing is seen of it with few samples.
  if (isFine) {
    it('does not tell them apart afterwards, while the e-mail is sent', (t) => compareFollowing(t, measured()));
  }
  // The inbox is for development, where the database is the embedded one.
  if (kind === 'sqlite') {
    it('does not tell them apart afterwards, while the e-mail is put into the developer’s inbox', async (t) => {
      const withInbox = isFine ? await startMeasured(t, kind, MAX_SAMPLES) : measured();
      await compareWork(t, withInbox);
      if (isFine) await compareFollowing(t, withInbox);
    });
  }
};
for (const kind of isFine ? DATABASE_KINDS : (['sqlite'] as const)) describe(`time (${kind})`, () => compareOn(kind));
