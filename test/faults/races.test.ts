import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createEmptyDatabase, describeWhereDatabasesDiffer } from '../support/databases.ts';
import { registration } from '../support/service.ts';
import { createServiceProcess } from '../support/service-process.ts';
import type { SmtpSink } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';
import { createJournal, type Entry, type Journal } from './journal.ts';
import { isLongRun, report, rounds, startMail } from './load.ts';

/** Two processes race as three do, and each start costs half a second of processor time. */
const INSTANCES = isLongRun ? 3 : 2;
/** Two for each process: how many race in one process is shown in test/operations/races.test.ts. */
const RUNNERS = isLongRun ? 6 : 4;
/** Rounds that are run at the same time, each with an account of its own. */
const LANES = 3;

const race = <Data>(run: () => Promise<Entry<Data>>): Promise<Entry<Data>[]> =>
  Promise.all(Array.from({ length: RUNNERS }, run));

const oneOf = (answers: readonly Entry[], winner: number, loser: number, what: string): Entry => {
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [winner, ...Array(RUNNERS - 1).fill(loser)].sort(), what);
  return answers.find(({ status }) => status === winner) as Entry;
};

/**
 * Finds the link that was sent to someone, without reading again what was read before: in ten thousand rounds that is a
 * lot.
 */
function createLetterbox(smtp: SmtpSink) {
  const links = new Map<string, URL>();
  let read = 0;
  const find = (email: string, path: string): URL | undefined => {
    for (; read < smtp.received.length; read += 1) {
      const { recipients, text } = smtp.received[read] as SmtpSink['received'][number];
      const link = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '');
      for (const recipient of recipients) links.set(`${recipient} ${link.pathname}`, link);
    }
    return links.get(`${email} ${path}`);
  };
  return async (email: string, path: string): Promise<string> => {
    const token = () => find(email, path)?.searchParams.get('token');
    await until(`the e-mail to ${email} arrives`, token, 60_000);
    return token() ?? '';
  };
}

type Letterbox = ReturnType<typeof createLetterbox>;

/** Each request of a race goes to another instance than the one before. */
async function raceRound(journal: Journal, linkToken: Letterbox): Promise<void> {
  const account = registration({ email: `racer${Math.random().toString(36).slice(2)}@example.com` });
  const { email, password } = account;

  oneOf(await race(() => journal.send('/api/register', account)), 201, 409, 'one account');
  const verification = await linkToken(email, '/verify');
  for (const { status } of await race(() => journal.send('/api/verify', {}, verification))) assert.equal(status, 200);

  const logins = await race(() => journal.send('/api/login', { email, password }));
  const sessions = logins.map(({ data }) => data?.refresh_token);
  const checks = await Promise.all(sessions.map((token) => journal.send('/api/refresh', { refresh_token: token })));
  oneOf(checks, 200, 401, 'one session');
  const alive = sessions[checks.findIndex(({ status }) => status === 200)];
  oneOf(await race(() => journal.send('/api/logout', { refresh_token: alive })), 200, 401, 'one logout');

  await journal.send('/api/forgot-password', { email });
  const reset = await linkToken(email, '/reset-password');
  const resets = await race(() => journal.send('/api/reset-password', { new_password: 'Another1' }, reset));
  oneOf(resets, 200, 401, 'one reset');
}

describeWhereDatabasesDiffer('the races of the contract, across several processes on one database', (kind) => {
  // One database is enough in npm test, where operations/races.test.ts has them on both in one process.
  const skip = kind === 'sqlite' && !isLongRun && 'only in npm run races';
  it('each have one winner, and each e-mail is sent once', { skip }, async (t) => {
    const smtp = await startMail(t);
    const { url, open } = await createEmptyDatabase(t, kind);
    // The instances share the machine: each with a thread for every core, they would only get in each other's way.
    const settings = { DATABASE_URL: url, SMTP_URL: smtp.url, HASH_CONCURRENCY: '1', UV_THREADPOOL_SIZE: '1' };
    const instances = await Promise.all(Array.from({ length: INSTANCES }, () => createServiceProcess(t, { settings })));
    // All at once on an empty database: one of them makes the schema.
    await Promise.all(instances.map((instance) => instance.start()));
    const journal = createJournal(instances.map((instance) => instance.url));
    const letterbox = createLetterbox(smtp);
    const outagesMs: number[] = [];
    let begun = 0;
    const lane = async () => {
      while (begun++ < rounds(2)) {
        await raceRound(journal, letterbox);
        outagesMs.push(0);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));

    const db = open();
    t.after(() => db.close());
    const waiting = "SELECT 1 AS one FROM outbox WHERE state = 'waiting'";
    await until('nothing waits any more', async () => !(await db.one(waiting)), 60_000);
    const received = smtp.received.map(({ recipients, messageId }) => `${recipients} ${messageId}`);
    assert.equal(new Set(received).size, received.length, 'no e-mail is sent twice');
    assert.equal(received.length, outagesMs.length * 2, 'one verification and one reset e-mail for each account');
    report(t, `races across ${INSTANCES} instances (${kind})`, journal, outagesMs);
  });
});
