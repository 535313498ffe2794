import type { DatabaseAddress } from '../../config/url-formats.ts';
import type { Database } from './database.ts';
import type { PostgresOptions } from './drivers/postgres.ts';
import { openSqlite } from './drivers/sqlite.ts';

export async function openDatabase(address: DatabaseAddress, options: Omit<PostgresOptions, 'url'>): Promise<Database> {
  if (address.kind === 'sqlite') return openSqlite(address.path);
  // Loaded lazily, because the embedded database does not need it.
  const { openPostgres } = await import('./drivers/postgres.ts');
  return openPostgres({ ...options, url: address.url });
}
