import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { it, type TestContext } from 'node:test';
import { createTestDatabase, type DatabaseKind, describeOnBothDatabases } from '../support/databases.ts';
import { registration } from '../support/service.ts';
import { createServiceProcess, type ServiceProcess } from '../support/service-process.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

/** Few in the test suite, where only a gross difference can be seen; `npm run timing` takes as many as a fine one needs. */
const SAMPLES = Number(process.env.TIMING_SAMPLES ?? 60);
const BOUNDS = SAMPLES >= 1000 ? [0.45, 0.55] : [0.25, 0.75];
/** Below MAX_FAILED_LOGINS, so that no sample is a refusal. */
const SAMPLES_PER_ACCOUNT = 90;
const WARM_UP = 20;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Milliseconds until the whole answer is there. */
const timed = (url: string, body: object): Promise<number> =>
  new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const headers = { 'content-length': Buffer.byteLength(text) };
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

async function preparePools(service: ServiceProcess, smtp: SmtpSink): Promise<Pools> {
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
    await service.request('POST', '/api/verify', { token: await mailedToken(smtp, email) });
    active.push(email);
  }
  // As long as the others, and no rarer in the index.
  const unknown = active.map((email) => email.replace('ada', 'eva'));
  return { active, inactive, unknown };
}

async function mailedToken(smtp: SmtpSink, email: string): Promise<string> {
  for (;;) {
    const text = smtp.received.find(({ recipients }) => recipients.includes(email))?.text;
    const token = /token=([^&\s]+)/.exec(text ?? '')?.[1];
    if (token !== undefined) return token;
    await new Promise(setImmediate);
  }
}

/** In an order that nobody can foresee, so that what one request leaves behind disturbs both kinds alike. */
async function compare(url: string, pools: readonly [readonly string[], readonly string[]]) {
  const times: [number[], number[]] = [[], []];
  const used = [0, 0];
  const order = Array.from({ length: SAMPLES + WARM_UP }, () => [0, 1])
    .flat()
    .map((which) => ({ which, at: Math.random() }))
    .sort((a, b) => a.at - b.at);
  for (const { which } of order) {
    const index = which as 0 | 1;
    const pool = pools[index];
    const email = pool[(used[index] ?? 0) % pool.length];
    used[index] = (used[index] ?? 0) + 1;
    const ms = await timed(url, { email, password: 'Wrong-1-x' });
    if ((used[index] ?? 0) > WARM_UP) times[index].push(ms);
  }
  return times;
}

async function measure(t: TestContext, kind: DatabaseKind): Promise<void> {
  const smtp = await startSmtpSink(t);
  const { url: databaseUrl } = await createTestDatabase(t, kind);
  const service = await createServiceProcess(t, {
    settings: {
      SMTP_URL: smtp.url,
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'warn',
      MAX_FAILED_LOGINS: '100',
      MAX_EMAIL_BURST: '1000',
    },
  });
  await service.start();
  const { active, inactive, unknown } = await preparePools(service, smtp);
  const comparisons = [
    ['/api/login', 'ACTIVE', active],
    ['/api/forgot-password', 'ACTIVE', active],
    ['/api/resend-verification', 'INACTIVE', inactive],
    ['/api/resend-verification', 'ACTIVE', active],
  ] as const;
  for (const [path, status, known] of comparisons) {
    const [knownMs, unknownMs] = await compare(`${service.url}${path}`, [known, unknown]);
    const auc = areaUnderCurve(knownMs, unknownMs);
    const medians = `medians ${median(knownMs).toFixed(2)} and ${median(unknownMs).toFixed(2)} ms`;
    const line = `${path}, ${status} against unknown: AUC ${auc.toFixed(3)}, ${medians} of ${SAMPLES} each (${kind})`;
    t.diagnostic(line);
    assert.ok(auc > Number(BOUNDS[0]) && auc < Number(BOUNDS[1]), line);
  }
  agent.destroy();
}

describeOnBothDatabases('time', (kind) => {
  it('does not tell an unknown e-mail from a known one', (t) => measure(t, kind));
});
