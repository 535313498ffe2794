import { fileURLToPath } from 'node:url';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

const PARENT_CHECK_MS = 500;
let server: PostgresServer | undefined;

/** Every test file is a process of its own and loads much the same: what one has compiled, the others read. */
const COMPILE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/latchkey-tests', import.meta.url));

/** One PostgreSQL for the whole run; each test gets a schema of its own in it. */
export async function globalSetup(): Promise<void> {
  if (process.env.npm_lifecycle_script?.includes('--test-global-setup')) stopWithoutParent();
  process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;
  if (process.env.TEST_DATABASE_URL) return;
  server = await startPostgres();
  process.env.TEST_DATABASE_URL = server.url;
}

export async function globalTeardown(): Promise<void> {
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
