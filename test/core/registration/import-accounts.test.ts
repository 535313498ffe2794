import assert from 'node:assert/strict';
import { it } from 'node:test';
import { OPERATOR } from '../../../src/cli/framework/operator.ts';
import { createFields } from '../../../src/config/field-presence.ts';
import { importAccounts } from '../../../src/core/registration/import-accounts.ts';
import { checkImported } from '../../../src/core/registration/imported-account.ts';
import { Conflict } from '../../../src/store/engine/database.ts';
import { createTestDatabase, describeOnBothDatabases } from '../../support/databases.ts';
import { createStore } from '../../support/raw-database.ts';

const RULES = {
  fields: createFields(),
  secrets: {},
  isVerified: true,
  takesAdministrators: false,
  keepsLogins: true,
  defaultIndustry: 'Computing',
  nowMs: Date.now(),
  languageOf: () => 'en',
};
const MODE = { isDryRun: false, isUpdate: false, fields: RULES.fields };
const accounts = ['ada', 'bob'].map((name) =>
  checkImported(
    {
      ...{ email: `${name}@example.com`, fullName: name, isVerified: true, standing: 'open' },
      ...{ hash: () => undefined, createdAt: undefined },
    },
    RULES,
  ),
);

describeOnBothDatabases('an import that conflicts with what others do', (kind) => {
  /** The first changes of this store are conflicts. */
  const importing = async (t: Parameters<typeof createTestDatabase>[0], conflicts: number) => {
    const { open } = await createTestDatabase(t, kind);
    const db = createStore(open());
    let left = conflicts;
    const commit: typeof db.commit = async (...given) => {
      left -= 1;
      if (left >= 0) throw new Conflict('in a test');
      return db.commit(...given);
    };
    return importAccounts({ ...db, commit }, accounts, OPERATOR, MODE);
  };

  it('is decided again, one account after the other', async (t) => {
    assert.deepEqual(await importing(t, 3), ['imported', 'imported']);
  });

  it('says that it was a conflict if it stays one, and imports the rest', async (t) => {
    const refused = 'it conflicts with an account that is being changed: import it again';
    assert.deepEqual(await importing(t, 4), [{ refused }, 'imported']);
  });
});
