import type { DatabaseAddress } from '../config/url-formats.ts';
import type { Database } from './database.ts';
import { openPostgres, type PostgresOptions } from './drivers/postgres.ts';
import { openSqlite } from './drivers/sqlite.ts';

export const openDatabase = (address: DatabaseAddress, options: Omit<PostgresOptions, 'url'>): Database =>
  address.kind === 'sqlite' ? openSqlite(address.path) : openPostgres({ ...options, url: address.url });
