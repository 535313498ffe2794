import { fileURLToPath } from 'node:url';
import { createPostgres, letOthersCopy, type PostgresServer } from './postgres-server.ts';
import { createTemplates } from './templates.ts';

const PARENT_CHECK_MS = 500;
let server: PostgresServer | undefined;
let removeTemplates: (() => Promise<void>) | undefined;

/** Every process of tests loads much the same: what one has compiled, the others read. */
const COMPILE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/latchkey-tests', import.meta.url));

/** One PostgreSQL for the whole run; each test gets a database of its own in it. */
export async function globalSetup(): Promise<void> {
  if (process.env.npm_lifecycle_script?.includes('--test-global-setup')) stopWithoutParent();
  if (process.env.npm_lifecycle_event === 'test') process.env.TEST_SCOPE ??= 'quick';
  process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;
  if (!process.env.TEST_DATABASE_URL) {
    // Automatic vacuuming would be in the way of copying a database, and no database here lives long enough to need it.
    // The log of changes may be in memory.
    server = await createPostgres({ settings: { autovacuum: 'off', max_wal_size: '256MB' } });
    letOthersCopy(server);
    await server.start();
    process.env.TEST_DATABASE_URL = server.url;
  }
  removeTemplates = await createTemplates();
}

export async function globalTeardown(): Promise<void> {
  await removeTemplates?.();
  await server?.stop();
}

/** As in src/start.js: a kill of `npm test` ends npm and its shell, which tells nobody. */
function stopWithoutParent(): void {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MS);
  check.unref();
}
