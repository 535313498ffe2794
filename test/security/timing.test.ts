import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { it, type TestContext } from 'node:test';
import { createEmptyDatabase, type DatabaseKind, describeOnBothDatabases } from '../support/databases.ts';
import { registration } from '../support/service.ts';
import { createServiceProcess, type ServiceProcess } from '../support/service-process.ts';
import { type SmtpSinkProcess, startSmtpSinkProcess } from '../support/smtp-sink-process.ts';
import { until } from '../support/until.ts';

/** Few in the test suite, where only a gross difference can be seen; `npm run timing` takes as many as a fine one needs. */
const SAMPLES = Number(process.env.TIMING_SAMPLES ?? 45);
const BOUNDS = SAMPLES >= 1000 ? [0.45, 0.55] : [0.25, 0.75];
/** Below MAX_FAILED_LOGINS, so that no sample is a refusal. */
const SAMPLES_PER_ACCOUNT = 90;
const WARM_UP = 15;

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

/** How often a request of the one kind takes longer than one of the other: 0.5 when time tells nothing. */
function areaUnderCurve(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((ms) => ({ ms, isA: true })), ...b.map((ms) => ({ ms, isA: false }))].sort(
    (x, y) => x.ms - y.ms,
  );
  let rankSum = 0;
  all.forEach(({ isA }, index) => {
    if (isA) rankSum += index + 1;
  });
  return (rankSum - (a.length * (a.length + 1)) / 2) / (a.length * b.length);
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

interface Pools {
  readonly active: readonly string[];
  readonly inactive: readonly string[];
  readonly unknown: readonly string[];
}

/** The text of an e-mail to this address, once there is one. */
type Mailbox = (email: string) => Promise<string | undefined>;

const fromInbox =
  (service: ServiceProcess): Mailbox =>
  async (email) => {
    const answer = await fetch(`${service.url}/dev/inbox?to=${encodeURIComponent(email)}`);
    return ((await answer.json()) as { data: { text: string }[] }).data[0]?.text;
  };

async function preparePools(service: ServiceProcess, mailbox: Mailbox): Promise<Pools> {
  const count = Math.ceil((SAMPLES + WARM_UP) / SAMPLES_PER_ACCOUNT);
  const register = async () => {
    const body = registration();
    assert.equal((await service.request('POST', '/api/register', { body })).status, 201);
    return body.email;
  };
  const active: string[] = [];
  const inactive: string[] = [];
  for (let i = 0; i < count; i += 1) {
    inactive.push(await register());
    const email = await register();
    await service.request('POST', '/api/verify', { token: await mailedToken(mailbox, email) });
    active.push(email);
  }
  // As long as the others, and no rarer in the index.
  const unknown = active.map((email) => email.replace('ada', 'eva'));
  return { active, inactive, unknown };
}

async function mailedToken(mailbox: Mailbox, email: string): Promise<string> {
  let token: string | undefined;
  await until(`an e-mail to ${email}`, async () => {
    token = /token=([^&\s]+)/.exec((await mailbox(email)) ?? '')?.[1];
    return token;
  });
  return token as unknown as string;
}

/** In an order that nobody can foresee, so that what one request leaves behind disturbs both kinds alike. */
async function compare(
  pools: readonly [readonly string[], readonly string[]],
  samples: number,
  sample: (email: string) => Promise<number>,
) {
  const times: [number[], number[]] = [[], []];
  const used = [0, 0];
  const order = Array.from({ length: samples + WARM_UP }, () => [0, 1])
    .flat()
    .map((which) => ({ which, at: Math.random() }))
    .sort((a, b) => a.at - b.at);
  for (const { which } of order) {
    const index = which as 0 | 1;
    const pool = pools[index];
    const email = String(pool[(used[index] ?? 0) % pool.length]);
    used[index] = (used[index] ?? 0) + 1;
    const ms = await sample(email);
    if ((used[index] ?? 0) > WARM_UP) times[index].push(ms);
  }
  return times;
}

/** Without an SMTP server, the e-mails are in the developer's inbox. */
async function startMeasured(t: TestContext, kind: DatabaseKind, smtp?: SmtpSinkProcess): Promise<ServiceProcess> {
  const { url: databaseUrl } = await createEmptyDatabase(t, kind);
  const service = await createServiceProcess(t, {
    settings: {
      ...(smtp && { SMTP_URL: smtp.url }),
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'warn',
      MAX_FAILED_LOGINS: '100',
      MAX_EMAIL_BURST: '1000',
      FRESH_LOGIN: '1h',
      ACCESS_TOKEN_TTL: '1h',
    },
  });
  await service.start();
  return service;
}

async function measure(t: TestContext, kind: DatabaseKind): Promise<void> {
  const smtp = await startSmtpSinkProcess(t);
  const service = await startMeasured(t, kind, smtp);
  const { active, inactive, unknown } = await preparePools(service, smtp.textTo);
  const comparisons = [
    ['/api/login', 'ACTIVE', active],
    ['/api/forgot-password', 'ACTIVE', active],
    ['/api/resend-verification', 'INACTIVE', inactive],
    ['/api/resend-verification', 'ACTIVE', active],
  ] as const;
  for (const [path, status, known] of comparisons) {
    const times = await compare([known, unknown], SAMPLES, (email) =>
      timed(`${service.url}${path}`, { email, password: 'Wrong-1-x' }),
    );
    judge(t, `${path}, ${status} against unknown (${kind})`, times, BOUNDS);
  }
  const tokens: string[] = [];
  for (let asked = 0; asked < 2 * (SAMPLES + WARM_UP); asked += 900)
    tokens.push(await tokenOfSomebody(service, smtp.textTo));
  let asked = 0;
  const times = await compare([active, unknown], SAMPLES, (email) => {
    asked += 1;
    return timed(`${service.url}/api/me/email`, { email }, tokens[asked % tokens.length]);
  });
  judge(t, `/api/me/email, taken against free (${kind})`, times, BOUNDS);
  agent.destroy();
}

async function tokenOfSomebody(service: ServiceProcess, mailbox: Mailbox): Promise<string> {
  const body = registration();
  await service.request('POST', '/api/register', { body });
  await service.request('POST', '/api/verify', { token: await mailedToken(mailbox, body.email) });
  return (await service.request('POST', '/api/login', { body })).data.access_token;
}

function judge(t: TestContext, what: string, [known, unknown]: [number[], number[]], [low, high]: readonly number[]) {
  const auc = areaUnderCurve(known, unknown);
  const medians = `medians ${median(known).toFixed(2)} and ${median(unknown).toFixed(2)} ms`;
  const line = `${what}: AUC ${auc.toFixed(3)}, ${medians} of ${known.length} each`;
  t.diagnostic(line);
  assert.ok(auc > Number(low) && auc < Number(high), line);
}

/** What is done after the answer: the requests that follow it on the same connection are timed, all of them together. */
const FOLLOWING = 25;
const SAMPLES_AFTERWARDS = SAMPLES >= 1000 ? SAMPLES / 4 : SAMPLES;
const BOUNDS_AFTERWARDS = SAMPLES >= 1000 ? [0.45, 0.6] : BOUNDS;

async function measureAfterwards(t: TestContext, kind: DatabaseKind, smtp?: SmtpSinkProcess): Promise<void> {
  const service = await startMeasured(t, kind, smtp);
  const { active, inactive, unknown } = await preparePools(service, smtp ? smtp.textTo : fromInbox(service));
  const comparisons = [
    ['/api/forgot-password', 'ACTIVE', active],
    ['/api/resend-verification', 'INACTIVE', inactive],
  ] as const;
  for (const [path, status, known] of comparisons) {
    const times = await compare([known, unknown], SAMPLES_AFTERWARDS, async (email) => {
      await timed(`${service.url}${path}`, { email });
      let following = 0;
      for (let i = 0; i < FOLLOWING; i += 1)
        following += await timed(`${service.url}/api/refresh`, { refresh_token: 'x' });
      return following;
    });
    const where = smtp ? 'over SMTP' : 'to the developer’s inbox';
    judge(
      t,
      `${FOLLOWING} requests after ${path} ${where}, ${status} against unknown (${kind})`,
      times,
      BOUNDS_AFTERWARDS,
    );
  }
  agent.destroy();
}

describeOnBothDatabases('time', (kind) => {
  it('does not tell an unknown e-mail from a known one', (t) => measure(t, kind));
  it('does not tell them apart afterwards, while the e-mail is sent', async (t) =>
    measureAfterwards(t, kind, await startSmtpSinkProcess(t)));
  // The inbox is for development, where the database is the embedded one.
  if (kind === 'sqlite') {
    it('does not tell them apart afterwards, while the e-mail is put into the developer’s inbox', (t) =>
      measureAfterwards(t, kind));
  }
});
