import assert from 'node:assert/strict';
import type { Lifetime } from './clean-up.ts';
import { createTestDatabase, type DatabaseKind } from './databases.ts';
import { freePort } from './free-port.ts';
import type { RawDatabase } from './raw-database.ts';
import { registration } from './service.ts';
import { createServiceProcess, type ServiceProcess } from './service-process.ts';
import type { SmtpSinkProcess } from './smtp-sink-process.ts';
import { until } from './until.ts';

/** Below MAX_FAILED_LOGINS, so that no sample is a refusal. */
const SAMPLES_PER_ACCOUNT = 90;

/** Addresses of accounts and of nobody, to be asked about in turn. */
interface Pools {
  readonly active: readonly string[];
  readonly inactive: readonly string[];
  readonly unknown: readonly string[];
}

export interface Measured {
  readonly kind: DatabaseKind;
  readonly service: ServiceProcess;
  readonly db: RawDatabase;
  readonly metricsPort: number;
  readonly pools: Pools;
  /** The access token of an account that is not in the pools. */
  newToken(): Promise<string>;
}

/** The text of an e-mail to this address, once there is one. */
type Mailbox = (email: string) => Promise<string | undefined>;

const fromInbox =
  (service: ServiceProcess): Mailbox =>
  async (email) => {
    const answer = await fetch(`${service.url}/dev/inbox?to=${encodeURIComponent(email)}`);
    return ((await answer.json()) as { data: { text: string }[] }).data[0]?.text;
  };

async function register(service: ServiceProcess) {
  const body = registration();
  assert.equal((await service.request('POST', '/api/register', { body })).status, 201);
  return body;
}

async function verify(service: ServiceProcess, mailbox: Mailbox, email: string): Promise<void> {
  let token: string | undefined;
  await until(`an e-mail to ${email}`, async () => {
    token = /token=([^&\s]+)/.exec((await mailbox(email)) ?? '')?.[1];
    return token;
  });
  assert.equal((await service.request('POST', '/api/verify', { token })).status, 200);
}

async function preparePools(service: ServiceProcess, mailbox: Mailbox, samples: number): Promise<Pools> {
  const active: string[] = [];
  const inactive: string[] = [];
  for (let i = 0; i < Math.ceil(samples / SAMPLES_PER_ACCOUNT); i += 1) {
    inactive.push((await register(service)).email);
    const { email } = await register(service);
    await verify(service, mailbox, email);
    active.push(email);
  }
  // As long as the others, and no rarer in the index.
  const unknown = active.map((email) => email.replace('ada', 'eva'));
  return { active, inactive, unknown };
}

/** For so many samples of each address. Without an SMTP server, the e-mails are in the developer's inbox. */
export async function startMeasured(
  t: Lifetime,
  kind: DatabaseKind,
  samples: number,
  smtp?: SmtpSinkProcess,
): Promise<Measured> {
  const { url: databaseUrl, open } = await createTestDatabase(t, kind);
  const metricsPort = await freePort();
  const service = await createServiceProcess(t, {
    settings: {
      ...(smtp && { SMTP_URL: smtp.url }),
      DATABASE_URL: databaseUrl,
      METRICS_PORT: String(metricsPort),
      LOG_LEVEL: 'warn',
      MAX_FAILED_LOGINS: '100',
      MAX_EMAIL_BURST: '1000',
      EMAIL_LOGIN: 'on',
      FRESH_LOGIN: '1h',
      ACCESS_TOKEN_TTL: '1h',
    },
  });
  await service.start();
  const db = open();
  t.after(() => db.close());
  const mailbox = smtp ? smtp.textTo : fromInbox(service);
  const pools = await preparePools(service, mailbox, samples);
  const newToken = async () => {
    const body = await register(service);
    await verify(service, mailbox, body.email);
    return (await service.request('POST', '/api/login', { body })).data.access_token;
  };
  return { kind, service, db, metricsPort, pools, newToken };
}
