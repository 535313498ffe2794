import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { createDeliveryWorker, type Deliver } from '../../src/deliveries/delivery-worker.ts';
import { createTestTimers } from '../support/clock.ts';
import { createTestDatabase } from '../support/databases.ts';
import { createStore, openSqlite } from '../support/raw-database.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Two instances that deliver from one database, whose time passes only when it is told to. */
async function startWith(t: TestContext, deliver: Deliver) {
  const { url } = await createTestDatabase(t, 'sqlite');
  let nowMs = Date.now();
  const db = createStore(openSqlite(url.replace('sqlite:', ''), () => nowMs));
  t.after(() => db.close());
  const timers = createTestTimers({ standsStill: true });
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const start = () => {
    const worker = createDeliveryWorker({ db, deliver: { backchannel_logout: deliver }, log, timers });
    worker.start();
    return worker;
  };
  const enqueue = (receiver: string, payload = {}) =>
    db.all("INSERT INTO deliveries (kind, receiver, payload, due_at) VALUES ('backchannel_logout', $1, $2, 0)", [
      receiver,
      JSON.stringify(payload),
    ]);
  await enqueue('app');
  /** Lets the time pass at once, and both workers look. */
  const pass = async (ms: number) => {
    nowMs += ms;
    timers.pass(MINUTE_MS);
    for (let turn = 0; turn < 50; turn += 1) await setImmediate();
  };
  const left = async () => (await db.all('SELECT id FROM deliveries')).length;
  return { start, pass, left, enqueue, lines };
}

it('a delivery that always fails is tried again after 5 s, 30 s, 2, 10 and 30 min, hourly, for a day', async (t) => {
  let attempts = 0;
  const { start, pass, left, lines } = await startWith(t, async () => {
    attempts += 1;
    throw new Error('refused');
  });
  t.after(start().stop);
  await pass(0);
  assert.equal(attempts, 1);
  let passedMs = 0;
  const gaps = [5, 30, 120, 600, 1800].map((seconds) => seconds * SECOND_MS);
  for (const [at, gapMs] of [...gaps, ...Array<number>(23).fill(HOUR_MS)].entries()) {
    await pass(gapMs - 1);
    assert.equal(attempts, at + 1, `${gapMs - 1} ms after attempt ${at + 1}`);
    await pass(1);
    assert.equal(attempts, at + 2, `${gapMs} ms after attempt ${at + 1}`);
    passedMs += gapMs;
  }
  await pass(24 * HOUR_MS - passedMs - 1);
  assert.equal(await left(), 1, 'just before the end of the day');
  await pass(1);
  assert.equal(await left(), 0);
  assert.equal(lines.filter((line) => line.includes('delivery given up')).length, 1);
  await pass(HOUR_MS);
  assert.equal(attempts, 29, 'never again');
});

it('a delivery whose worker has died is taken over when its lease ends, and not before', async (t) => {
  let attempts = 0;
  const { start, pass } = await startWith(t, (_, signal) => {
    attempts += 1;
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  t.after(start().stop);
  t.after(start().stop);
  await pass(0);
  await pass(MINUTE_MS - 1);
  assert.equal(attempts, 1);
  await pass(1);
  assert.equal(attempts, 2);
});

it('all deliveries to a receiver that fails wait, those to others do not, and each leaves once', async (t) => {
  let isDown = true;
  const delivered: unknown[] = [];
  const tried: string[] = [];
  const { start, pass, left, enqueue } = await startWith(t, async ({ receiver, payload }) => {
    tried.push(receiver);
    if (receiver === 'app' && isDown) throw new Error('refused');
    delivered.push([receiver, payload]);
  });
  for (const at of [1, 2]) await enqueue('app', { at });
  for (const at of [1, 2]) await enqueue('other', { at });
  t.after(start().stop);
  await pass(0);
  assert.deepEqual(tried.sort(), ['app', 'other', 'other'], 'one of three was tried');
  await pass(5 * SECOND_MS - 1);
  assert.equal(tried.length, 3);
  await enqueue('app', { at: 3 });
  isDown = false;
  await pass(1);
  assert.equal(await left(), 0);
  const others = [1, 2].map((at) => ['other', { at }]);
  assert.deepEqual(delivered, [...others, ...[{}, { at: 1 }, { at: 2 }, { at: 3 }].map((payload) => ['app', payload])]);
});

it('a delivery that is stopped half way is tried at once by the next worker, in its turn', async (t) => {
  const tried: unknown[] = [];
  const { start, pass, enqueue } = await startWith(t, ({ payload }, signal) => {
    tried.push(payload);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  await enqueue('app', { at: 1 });
  const first = start();
  await pass(0);
  await first.stop();
  t.after(start().stop);
  await pass(0);
  assert.deepEqual(tried, [{}, {}], 'the first one, again');
});

it('a delivery in progress at the end of the day is not given up, and leaves when it has arrived', async (t) => {
  const arriving: (() => void)[] = [];
  const { start, pass, left, lines } = await startWith(t, (_, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => reject(signal.reason));
    arriving.push(resolve);
    return promise;
  });
  const first = start();
  await pass(0);
  await first.stop();
  t.after(start().stop);
  await pass(24 * HOUR_MS - 1);
  assert.equal(arriving.length, 2, 'the last attempt has begun');
  await pass(1);
  assert.equal(await left(), 1);
  arriving.at(-1)?.();
  await pass(0);
  assert.equal(await left(), 0);
  assert.deepEqual(lines, []);
});
