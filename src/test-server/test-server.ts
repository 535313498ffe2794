import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { createApp } from '../app/app.ts';
import { type Config, ConfigError, type Environment, readConfig } from '../config/config.ts';
import { enabledFeatures } from '../features/index.ts';
import { ensurePublicKey } from '../keys/public-key.ts';
import { openSigningKeyRing } from '../keys/signing-key-ring.ts';
import { createMemoryInbox } from '../mail/memory-inbox.ts';
import { createStore, type Store } from '../store/commit.ts';
import { openSqlite } from '../store/engine/drivers/sqlite.ts';
import { migrate } from '../store/engine/migrate.ts';
import { createClock } from './clock.ts';
import { createFailures } from './failures.ts';
import { testEndpoints } from './test-endpoints.ts';
import { createMovableTime } from './time.ts';

/** Settings with locations: a test server must not share them, and they may be set for the application under test. */
const IGNORED = [
  'DATABASE_URL',
  'SMTP_URL',
  'SMTP_PASSWORD',
  'KEYS_DIR',
  'SIGNING_SECRETS',
  'SIGNING_SECRET',
  'DATA_KEYS',
  'ADMIN_PORT',
  'METRICS_PORT',
  'CREDENTIALS_DIRECTORY',
];

/** A hash takes half a millisecond. No hash outlives the test server. */
const TEST_HASHING_COST = { memoryCost: 64, timeCost: 1, parallelism: 1 };

interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** The settings of a test server: the environment's, with a separate database, keys and addresses. */
export function testConfig(environment: Environment, port: string): Config {
  const { NODE_ENV = '' } = environment;
  // Covers every spelling of production.
  if (!['', 'development', 'test'].includes(NODE_ENV.trim()))
    throw new ConfigError(
      `NODE_ENV=${NODE_ENV}: the test server gives accounts to everyone, and is for tests only (NODE_ENV=test)`,
    );
  const kept = Object.entries(environment).filter(([name]) => !IGNORED.includes(name.replace(/_FILE$/, '')));
  const secret = () => randomBytes(32).toString('base64url');
  return readConfig(
    {
      LOG_LEVEL: 'warn',
      ...Object.fromEntries(kept),
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: port,
      WORKERS: '1',
      SIGNING_SECRET: secret(),
      DATA_KEYS: `test:${secret()}`,
      // Created only if a setting such as OPENID=on needs a file.
      DATA_DIR: join(tmpdir(), `latchkey-test-server-${randomBytes(6).toString('hex')}`),
    },
    1,
  );
}

/** The whole service in memory, plus test operations, which exist nowhere else. `prepare` adds apps. */
export async function startTestServer(
  config: Config,
  log: Logger,
  prepare: (db: Store) => Promise<void> = async () => {},
): Promise<TestServer> {
  const clock = createClock();
  const { nowMs, timers } = clock;
  const time = createMovableTime(
    clock,
    enabledFeatures(config.features).some(({ forTests }) => forTests?.readsGlobalClock),
  );
  const failures = createFailures();
  const db = openSqlite(':memory:', nowMs);
  await migrate(db);
  await prepare(createStore(db));
  ensurePublicKey(config, nowMs());
  const signingKeys = openSigningKeyRing(config, log, nowMs, timers);
  const inbox = failures.inbox(createMemoryInbox(nowMs));
  let url = '';
  const app = createApp({
    config,
    signingKeys,
    db,
    log,
    inbox,
    nowMs,
    timers,
    logRequest: () => {},
    hashingCost: TEST_HASHING_COST,
    forTests: (endpoints, services, { worker }) => [
      ...testEndpoints({
        config,
        services,
        inbox,
        time,
        failures,
        settled: worker.settled,
        url: () => url + config.basePath,
      }),
      ...endpoints.map(failures.around),
    ],
  });
  const started = await app.start();
  url = new URL(started).origin;
  return {
    url: started,
    async stop() {
      await time.reset();
      await app.stop();
      signingKeys.close();
      await db.close();
      rmSync(config.dataDir, { recursive: true, force: true });
    },
  };
}
