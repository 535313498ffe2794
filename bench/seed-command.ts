import { readConfig } from '../src/config/config.ts';
import { withoutPassword } from '../src/declare/url-formats.ts';
import { migrate } from '../src/store/engine/migrate.ts';
import { openDatabase } from '../test/support/raw-database.ts';
import { emailOf, PASSWORD, seedAccounts, seedHistory } from './seed.ts';

/** `npm run bench -- --seed 100000`: fills the database that the service would use, if it has no accounts yet. */
export async function seedCommand(wanted: string, print: (line: string) => void): Promise<void> {
  const accounts = Number(wanted);
  if (!Number.isSafeInteger(accounts) || accounts < 1)
    throw new Error(`--seed ${wanted}: how many? Example: --seed 1000`);
  const { databaseUrl } = readConfig({ ...process.env, NODE_ENV: 'development' }, 1);
  const where = databaseUrl.kind === 'sqlite' ? databaseUrl.path : withoutPassword(databaseUrl.url);
  const db = await openDatabase(databaseUrl, { maxConnections: 2, prepareStatements: true });
  try {
    await migrate(db);
    if (await db.one('SELECT id FROM users LIMIT 1')) throw new Error(`${where} has accounts already`);
    const startedMs = performance.now();
    await seedAccounts(db, accounts);
    await seedHistory(db);
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    print(
      `${accounts} accounts in ${where} after ${seconds} s: ${emailOf(1)} to ${emailOf(accounts)}, password ` +
        `${PASSWORD}`,
    );
  } finally {
    await db.close();
  }
}
