import assert from 'node:assert/strict';
import { it } from 'node:test';
import { atNextStep, codeOfApp, protectedBy } from '../support/authenticator.ts';
import { createTestDatabase, describeWhereDatabasesDiffer, type TestDatabase } from '../support/databases.ts';
import { loggedIn, startService } from '../support/service.ts';

const STEP_MS = 30_000;

/** Lets a test do something between the check of a code and the write that uses it up. */
function interposed(database: TestDatabase) {
  let meanwhile: (() => Promise<unknown>) | undefined;
  const open: TestDatabase['open'] = () => {
    const db = database.open();
    return {
      ...db,
      async batch(statements) {
        const isDecisive = statements.some(({ sql }) => sql.includes('INTO refresh_tokens'));
        const work = isDecisive ? meanwhile : undefined;
        if (work) meanwhile = undefined;
        await work?.();
        return db.batch(statements);
      },
    };
  };
  const beforeNextSession = (work: () => Promise<unknown>) => {
    meanwhile = work;
  };
  return { database: { ...database, open }, beforeNextSession };
}

describeWhereDatabasesDiffer('a code of an authenticator app that is replaced while the code is checked', (kind) => {
  it('logs nobody in, although no code of the new app is as late', async (t) => {
    const { database, beforeNextSession } = interposed(await createTestDatabase(t, kind));
    const service = await startService(t, kind, { SESSIONS: 'many' }, database);
    const account = await protectedBy(service, await loggedIn(service));
    const { email, password, secret } = account;
    const logIn = (code: string) => service.request('POST', '/api/login', { body: { email, password, code } });
    const { access_token: token } = (await logIn(codeOfApp(secret, await atNextStep(service)))).data;
    const begun = await service.request('POST', '/api/me/totp', { token });
    const now = await atNextStep(service);
    let replaced: { readonly status: number } | undefined;
    beforeNextSession(async () => {
      // Clocks may differ: the code of the step before is taken too.
      const body = { code: codeOfApp(begun.data.secret, now - STEP_MS) };
      replaced = await service.request('POST', '/api/me/totp/confirm', { token, body });
    });
    const { status } = await logIn(codeOfApp(secret, now + STEP_MS));
    assert.equal(replaced?.status, 200);
    assert.equal(status, 401);
  });
});
