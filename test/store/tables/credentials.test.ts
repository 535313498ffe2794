import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { credentialsList } from '../../../scripts/credentials-list.ts';
import { CREDENTIALS } from '../../../src/store/tables/credential-kinds.ts';
import { NOT_PERSONAL, PERSONAL_DATA } from '../../../src/store/tables/personal-data.ts';
import { createTestDatabase, describeWhereDatabasesDiffer } from '../../support/databases.ts';

/** Tables with rows of an account that let nobody in and act for nobody, each with the reason. */
const NO_CREDENTIALS: Readonly<Record<string, string>> = {
  users: 'the password, which a proof of the mailbox replaces',
  profile_pictures: 'shown to others',
  login_requests: 'the code goes to the mailbox',
  openid_records: 'each hangs on a session and ends with it',
  outbox: 'goes to a mailbox',
  outbox_attempts: 'says what became of an e-mail',
  terms_acceptances: 'says what was accepted',
  user_notes: 'of administrators',
  acting: 'hangs on the session of an administrator and ends with it',
  admin_links: 'printed for the operator; works only within a session',
  active_users: 'statistics',
  audit_events: 'says what happened',
};

it('every kind of credential answers every question; the answers are in credentials.txt', () => {
  assert.equal(credentialsList(), readFileSync(join(import.meta.dirname, 'credentials.txt'), 'utf8'));
});

it('every table with rows of an account is of a kind of credential, or is no credential for a reason', () => {
  const known = [...Object.values(CREDENTIALS).map(({ table }) => table), ...Object.keys(NO_CREDENTIALS)];
  assert.deepEqual([...new Set(known)].sort(), Object.keys(PERSONAL_DATA).sort());
  for (const table of known) assert.ok(!(table in NOT_PERSONAL), table);
});

describeWhereDatabasesDiffer('a credential', (kind) => {
  it('is marked as unproven in its own row, unless it is proven for an address', async (t) => {
    const db = (await createTestDatabase(t, kind)).open();
    for (const { table } of Object.values(CREDENTIALS)) {
      const column = table === 'identities' ? 'proven_email' : 'is_unproven';
      assert.deepEqual(await db.all(`SELECT ${column} FROM ${table}`), [], table);
    }
    await db.close();
  });
});
