import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { hash, verify } from '@node-rs/argon2';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { toNodeHandler } from 'better-auth/node';
import pg from 'pg';

/**
 * better-auth as its documentation sets it up, with the same password hash as Latchkey. Its SQLite gets Latchkey's
 * settings: as durable as the default and faster. Its rate limit, which would refuse the load, and its log are off.
 */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const { PORT = '', DATABASE_URL, DATABASE_FILE = '' } = process.env;

function openSqlite(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  return database;
}

const options: BetterAuthOptions = {
  database: DATABASE_URL ? new pg.Pool({ connectionString: DATABASE_URL, max: 10 }) : openSqlite(DATABASE_FILE),
  secret: 'f1d9a0c2b7e84c53a6d2e1f0b9c8d7e6',
  baseURL: `http://127.0.0.1:${PORT}`,
  telemetry: { enabled: false },
  rateLimit: { enabled: false },
  logger: { disabled: true },
  emailAndPassword: {
    enabled: true,
    password: {
      hash: (password) => hash(password, PARAMETERS),
      verify: (attempt) => verify(attempt.hash, attempt.password),
    },
  },
};

const auth = betterAuth(options);
await (await getMigrations(options)).runMigrations();
createServer(toNodeHandler(auth)).listen(Number(PORT), '127.0.0.1');
