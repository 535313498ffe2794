import assert from 'node:assert/strict';
import { it } from 'node:test';
import { otherRpId } from '../../../src/features/passkeys/table.ts';
import { cleanUpAfter } from '../../support/clean-up.ts';
import { createTestDatabase, describeWhereDatabasesDiffer } from '../../support/databases.ts';
import { insertUser } from '../../support/insert-user.ts';

const OWN = 'm.example.com';

describeWhereDatabasesDiffer('passkeys of another domain', (kind) => {
  it('are found before and behind those of the own one, and among them', async (t) => {
    const db = (await createTestDatabase(t, kind)).open();
    cleanUpAfter(t, () => db.close());
    const profile = { fullName: 'Ada', email: 'ada@example.com', phoneNumber: '+1', industry: 'Computing' };
    const { id } = await insertUser(db, { ...profile, passwordHash: 'none', language: 'en' });
    const foundAmong = async (rpIds: readonly string[]) => {
      await db.all('DELETE FROM passkeys');
      for (const [at, rpId] of rpIds.entries()) {
        await db.all(
          `INSERT INTO passkeys (id, user_id, credential_id, public_key, algorithm, sign_count, synced, backed_up,
            transports, aaguid, rp_id, name,
            created_at) VALUES ($1, $2, $1, '', -7, 0, 0, 0, '[]', '', $3, '', now())`,
          [`passkey ${at}`, id, rpId],
        );
      }
      return otherRpId(db, OWN);
    };
    assert.equal(await foundAmong([]), undefined);
    assert.equal(await foundAmong([OWN, OWN]), undefined);
    for (const other of ['a.example.com', 'z.example.com']) {
      assert.equal(await foundAmong([other]), other);
      assert.equal(await foundAmong([OWN, other, OWN]), other);
    }
  });
});
