import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cleanUpAfter, type Lifetime } from '../../test/support/clean-up.ts';
import { DATABASE_KINDS, type DatabaseKind } from '../../test/support/databases.ts';
import { startPostgres } from '../../test/support/postgres-server.ts';
import { isReady } from '../../test/support/service-process.ts';
import { startSmtpSink } from '../../test/support/smtp-sink.ts';
import { until } from '../../test/support/until.ts';
import { type Nginx, startPrintedNginx } from './printed-nginx.ts';
import { createProxyClient, startUsers } from './proxy-load.ts';

// sudo npm run drill:restart -- --rounds 5: two instances behind nginx with deploy/nginx.conf, restarted in turn
// under load. Needs Linux, root, and nginx, iproute2 and openssl from the distribution. The exit code says whether
// any client was refused.

const LATCHKEY = resolve(import.meta.dirname, '../../bin/latchkey');
const INSIDE = 'LATCHKEY_DRILL_INSIDE';
const BETWEEN_RESTARTS_MS = 1500;
const USERS = 12;

interface Instance {
  start(): Promise<void>;
  stop(): Promise<void>;
}

function createInstance(t: Lifetime, url: URL, settings: Record<string, string>): Instance {
  let child: ChildProcess | undefined;
  const instance: Instance = {
    async start() {
      const env = { PATH: process.env.PATH, HOST: url.hostname, PORT: url.port, ...settings };
      child = spawn(LATCHKEY, { env, stdio: ['ignore', 'ignore', 'inherit'] });
      await until(`${url.host} is ready`, () => isReady(url.origin));
    },
    async stop() {
      if (!child) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      child = undefined;
    },
  };
  cleanUpAfter(t, instance.stop);
  return instance;
}

async function settingsFor(t: Lifetime, kind: DatabaseKind, trusted: string): Promise<Record<string, string>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-drill-'));
  cleanUpAfter(t, () => rmSync(dataDir, { recursive: true, force: true }));
  const common = {
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    SIGNING_SECRET: randomBytes(48).toString('base64'),
    FRONTEND_URL: 'https://accounts.example.com',
    MAIL_FROM: 'accounts@example.com',
    TRUST_PROXY: trusted,
    // Wrong logins of the load must all get the same answer.
    MAX_FAILED_LOGINS: '0',
    LOG_LEVEL: 'warn',
  };
  if (kind === 'sqlite') return common;
  const server = await startPostgres({ fsync: true });
  cleanUpAfter(t, () => server.stop());
  return { ...common, DATABASE_URL: server.url };
}

async function drill(t: Lifetime, nginx: Nginx, kind: DatabaseKind, rounds: number): Promise<boolean> {
  const smtp = await startSmtpSink(t);
  const urls = nginx.instances.map(({ host, port }) => new URL(`http://${host}:${port}`));
  const trusted = nginx.instances.map(({ host }) => host).join(',');
  const settings = { ...(await settingsFor(t, kind, trusted)), SMTP_URL: smtp.url };
  const instances = urls.map((url) => createInstance(t, url, settings));
  for (const instance of instances) await instance.start();
  const users = await startUsers(t, nginx, smtp, USERS);
  const begunMs = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    for (const instance of instances) {
      await setTimeout(BETWEEN_RESTARTS_MS);
      await instance.stop();
      await setTimeout(BETWEEN_RESTARTS_MS);
      await instance.start();
    }
  }
  await setTimeout(BETWEEN_RESTARTS_MS);
  const counts = await users.stop();
  const seconds = Math.round((performance.now() - begunMs) / 1000);
  const bad = [...counts.keys()].filter((outcome) => !/ (2..|401)$/.test(outcome));
  say(`${kind}: ${instances.length * rounds} restarts in ${seconds} s, with ${nginx.version}`);
  for (const [outcome, count] of [...counts].sort()) say(`  ${String(count).padStart(7)}  ${outcome}`);
  const allDown = await isInEnvelope(nginx, instances);
  say(`  with no instance left: ${allDown}`);
  return bad.length === 0 && allDown.startsWith('503 unavailable {"status":"error"');
}

async function isInEnvelope(nginx: Nginx, instances: readonly Instance[]): Promise<string> {
  for (const instance of instances) await instance.stop();
  const client = createProxyClient(nginx);
  const { status, code, text } = await client('POST', '/api/login', { body: '{}' });
  client.close();
  return `${status} ${code} ${text}`;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
  const cleanUps: (() => unknown)[] = [];
  const t = { after: (cleanUp: () => unknown) => cleanUps.push(cleanUp) };
  try {
    const nginx = await startPrintedNginx(t);
    for (const kind of DATABASE_KINDS) {
      const isGood = await drill({ after: t.after }, nginx, kind, Number(values.rounds));
      if (!isGood) process.exitCode = 1;
    }
    const errors = nginx.errors();
    say(`nginx's error log: ${errors.split('\n').length - 1} lines`);
    if (process.exitCode === 1) say(errors);
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}

if (process.env[INSIDE]) await main();
else {
  // Everything the drill started ends with it.
  const own = [
    '--net',
    '--mount',
    '--pid',
    '--fork',
    '--kill-child',
    '--mount-proc',
    process.execPath,
    ...process.argv.slice(1),
  ];
  const { status, error } = spawnSync('unshare', own, { stdio: 'inherit', env: { ...process.env, [INSIDE]: '1' } });
  if (error) say(`this drill needs unshare (util-linux) and root: ${error.message}`);
  process.exitCode = status ?? 1;
}
