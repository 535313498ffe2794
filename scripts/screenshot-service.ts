import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../src/app/app.ts';
import { readConfig } from '../src/config/config.ts';
import { fixedRing, secretKey } from '../src/keys/signing-key.ts';
import { createLog } from '../src/monitoring/log.ts';
import { openSqlite } from '../src/store/engine/drivers/sqlite.ts';
import { migrate } from '../src/store/engine/migrate.ts';
import type { RawDatabase } from '../test/support/raw-database.ts';

export const FOLDER = join(import.meta.dirname, '../docs/images');

export const ADA = {
  full_name: 'Ada Lovelace',
  email: 'ada@example.com',
  phone_number: '+44 20 7946 0815',
  industry: 'Computing',
  password: 'Analytical1',
};

export interface ScreenshotService {
  readonly url: string;
  readonly db: RawDatabase;
  stop(): Promise<void>;
}

/** Starts a service with an empty in-memory database and registers Ada. */
export async function startScreenshotService(settings: Record<string, string> = {}): Promise<ScreenshotService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-screenshots-'));
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...settings }, 2);
  const db = openSqlite(':memory:', Date.now);
  await migrate(db);
  const signingKeys = fixedRing(secretKey('only-for-the-screenshots-of-the-docs'));
  const app = createApp({ config, signingKeys, db, log: createLog(config), logRequest() {} });
  const url = await app.start();
  await fetch(`${url}/api/register`, { method: 'POST', body: JSON.stringify(ADA) });
  return {
    url,
    db,
    async stop() {
      await app.stop();
      await db.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
