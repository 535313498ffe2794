import assert from 'node:assert/strict';
import { it } from 'node:test';
import { migrate } from '../../../src/store/engine/migrate.ts';
import { DERIVED_DATA, NOT_PERSONAL, PERSONAL_DATA } from '../../../src/store/tables/personal-data.ts';
import { cleanUpAfter } from '../../support/clean-up.ts';
import { createTestDatabase, describeWhereDatabasesDiffer } from '../../support/databases.ts';
import { columnsByTable } from '../../support/whole-database.ts';

describeWhereDatabasesDiffer('the list of personal data', (kind) => {
  it('has every table and every column of the schema: exported, or with the reason why not', async (t) => {
    const db = (await createTestDatabase(t, kind)).open();
    cleanUpAfter(t, () => db.close());
    await migrate(db);
    const columns = await columnsByTable(db);
    assert.deepEqual(
      [...columns.keys()].sort(),
      Object.keys({ ...PERSONAL_DATA, ...DERIVED_DATA, ...NOT_PERSONAL }).sort(),
    );
    for (const [table, { exported, withheld }] of Object.entries(PERSONAL_DATA)) {
      const listed = [...Object.keys(exported), ...Object.keys(withheld)];
      assert.deepEqual(columns.get(table)?.sort(), listed.sort(), table);
    }
    for (const table of Object.keys(NOT_PERSONAL)) {
      assert.ok(!columns.get(table)?.includes('user_id'), `${table} has rows that belong to accounts`);
    }
  });

  it('exports no column that holds a secret', () => {
    for (const [table, { exported, withheld }] of Object.entries(PERSONAL_DATA)) {
      for (const column of Object.keys(exported))
        assert.doesNotMatch(column, /hash|secret|key|token|sealed|code/, table);
      for (const reason of Object.values(withheld)) assert.match(reason, /\w{3,}.*\w{3,}/);
    }
  });
});
