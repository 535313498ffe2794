import { type PostgresServer, startPostgres } from './postgres-server.ts';

let server: PostgresServer | undefined;

/** One PostgreSQL for the whole run; each test gets a schema of its own in it. */
export async function globalSetup(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return;
  server = await startPostgres();
  process.env.TEST_DATABASE_URL = server.url;
}

export async function globalTeardown(): Promise<void> {
  await server?.stop();
}
