import pg from 'pg';
import { cleanUpAfter, type Lifetime } from '../test/support/clean-up.ts';
import { type PostgresServer, startPostgres } from '../test/support/postgres-server.ts';
import { betterAuth, type Latchkey, latchkey, latchkeySettings, type Subject } from './subjects.ts';
import { temporaryFolder } from './temporary-folder.ts';

const ACCOUNTS = 1000;

/** Everything that is compared, each in its own process with accounts and sessions. */
export interface Stage {
  readonly folder: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly postgres: PostgresServer;
  readonly latchkey: Latchkey;
  readonly latchkeyPostgres: Latchkey;
  readonly peer: Subject;
  readonly peerPostgres: Subject;
}

export async function setStage(t: Lifetime, sessions: number): Promise<Stage> {
  const folder = temporaryFolder(t);
  const postgres = await startPostgres({ fsync: true });
  cleanUpAfter(t, () => postgres.stop());
  const onSqlite = { folder, postgresUrl: undefined };
  const onPostgres = { folder: temporaryFolder(t), postgresUrl: postgres.url };
  const settings = await latchkeySettings(t, onSqlite);
  return {
    folder,
    settings,
    postgres,
    latchkey: await latchkey(t, onSqlite, { accounts: ACCOUNTS, sessions, settings }),
    latchkeyPostgres: await latchkey(t, onPostgres, {
      accounts: ACCOUNTS,
      sessions,
      settings: await latchkeySettings(t, onPostgres),
    }),
    peer: await betterAuth(t, onSqlite, sessions),
    peerPostgres: await betterAuth(
      t,
      { ...onPostgres, postgresUrl: await createDatabase(postgres.url, 'peer') },
      sessions,
    ),
  };
}

/** Another database of the same server. */
export async function createDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return url.replace(/\/postgres$/, `/${name}`);
}
