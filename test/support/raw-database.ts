import * as engine from '../../src/cli/framework/open-database.ts';
import * as store from '../../src/store/commit.ts';
import type { Reads, Row, Value, WritableDatabase } from '../../src/store/engine/database.ts';
import * as postgres from '../../src/store/engine/drivers/postgres.ts';
import * as sqlite from '../../src/store/engine/drivers/sqlite.ts';

/** As tests see a database: `one` and `all` take any statement, also one that writes. */
type Raw<D extends Reads> = Omit<D, 'one' | 'all'> & {
  one<R = Row>(sql: string, params?: readonly Value[]): Promise<R | undefined>;
  all<R = Row>(sql: string, params?: readonly Value[]): Promise<R[]>;
};
export type RawDatabase = Raw<WritableDatabase>;
export type RawStore = Raw<store.SharedStore & WritableDatabase>;

export const createStore = (db: WritableDatabase, parts?: Parameters<typeof store.createStore>[1]): RawStore => ({
  ...db,
  ...store.createStore(db, parts),
});
export const openSqlite: (...args: Parameters<typeof sqlite.openSqlite>) => RawDatabase = sqlite.openSqlite;
export const openPostgres: (...args: Parameters<typeof postgres.openPostgres>) => RawDatabase = postgres.openPostgres;
export const openDatabase: (...args: Parameters<typeof engine.openDatabase>) => Promise<RawDatabase> =
  engine.openDatabase;
