import { FEATURES } from '../features/index.ts';
import { commitUnrecorded, type Store } from '../store/commit.ts';
import { query, statement } from '../store/engine/database.ts';

const KEPT = ['locks', ...FEATURES.flatMap(({ forTests }) => forTests?.keptTables ?? [])]
  .map((name) => `'${name}'`)
  .join(', ');
const TABLES = query<{ name: string }>`SELECT name FROM sqlite_master
  WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'schema_%' AND name NOT IN (${KEPT})`;

/**
 * Removes everything except the setup of the tests, such as apps. Ids continue after a reset, so that earlier tokens
 * belong to nobody.
 */
export async function reset(db: Store): Promise<void> {
  const tables = (await db.all(TABLES)).map(({ name }) => name);
  const clear = tables.map((name) => statement(`DELETE FROM ${name}`, []));
  // Twice, because triggers may insert rows into tables that were already emptied.
  await commitUnrecorded(db, 'tests begin anew', {
    deferred: statement('PRAGMA defer_foreign_keys = ON', []),
    cleared: [...clear, ...clear],
  });
}
