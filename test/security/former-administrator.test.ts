import assert from 'node:assert/strict';
import { it } from 'node:test';
import { deleteByOperator } from '../../src/accounts/delete-account.ts';
import { OPERATOR } from '../../src/cli/operator.ts';
import { usersCommand } from '../../src/cli/users.ts';
import * as users from '../../src/store/users.ts';
import { loggedInAdmin } from '../support/admin.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { sharedService } from '../support/scenarios.ts';
import { verified } from '../support/service.ts';

describeOnBothDatabases('where an administrator was is gone with the account', (kind) => {
  const service = sharedService(kind);

  for (const [who, demotes] of [
    ['who still was one', false],
    ['who was one no more', true],
  ] as const) {
    it(`from all that they did to others, which stays: ${who}`, async () => {
      // Another one is left, so that this one can be deleted.
      await loggedInAdmin(service());
      const [admin, other] = [await loggedInAdmin(service()), await verified(service())];
      const { db, request } = service();
      const suspended = await request('POST', `/api/admin/users/${other.id}/suspend`, { token: admin.accessToken });
      assert.equal(suspended.status, 200, suspended.text);
      const placesOf = () =>
        db.all<{ address: string | null; agent: string | null }>(
          "SELECT address, user_agent AS agent FROM audit_events WHERE actor = $1 AND event = 'suspended'",
          [`user:${admin.id}`],
        );
      assert.ok((await placesOf()).every(({ address }) => address !== null));
      if (demotes) await usersCommand(db, ['demote', admin.email], () => {});
      const user = await users.byId(db, admin.id);
      assert.ok(user && (await deleteByOperator(db, user, OPERATOR)));
      assert.deepEqual(await placesOf(), [{ address: null, agent: null }]);
    });
  }
});
