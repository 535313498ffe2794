import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { createTestDatabase, type DatabaseKind, describeOnBothDatabases } from '../support/databases.ts';
import { askForRequest, loginByCode } from '../support/login-code.ts';
import { addOpenIdApp, Browser, OPENID } from '../support/openid.ts';
import { loggedIn, registered, type Service, startService, verified } from '../support/service.ts';

/**
 * Who asks is in the stack: what the mail worker and housekeeping ask meanwhile, whenever that is, belongs to no
 * request.
 */
const isOfRequest = (): boolean => !/[\\/]src[\\/](deliveries|mail|monitoring)[\\/]/.test(new Error().stack ?? '');

/** A service whose database keeps what it was asked, one line for each trip to it. */
async function startRecorded(t: TestContext, kind: DatabaseKind): Promise<{ service: Service; trips: string[][] }> {
  const database = await createTestDatabase(t, kind);
  const trips: string[][] = [];
  const keep = (...statements: string[]) => isOfRequest() && trips.push(statements);
  const open: typeof database.open = () => {
    const db = database.open();
    return {
      ...db,
      one(sql, params) {
        keep(sql);
        return db.one(sql, params);
      },
      all(sql, params) {
        keep(sql);
        return db.all(sql, params);
      },
      batch(statements) {
        keep(...statements.map(({ sql }) => sql));
        return db.batch(statements);
      },
    };
  };
  return { service: await startService(t, kind, { ...OPENID, EMAIL_LOGIN: 'on' }, { ...database, open }), trips };
}

describeOnBothDatabases('a request about an address', (kind) => {
  it('asks the database for the same, whether an account has it or nobody', async (t) => {
    const { service, trips } = await startRecorded(t, kind);
    const [active, inactive] = [(await verified(service)).email, (await registered(service)).email];
    const { accessToken: token } = await loggedIn(service);
    const askedFor = async (path: string, email: string) => {
      trips.splice(0);
      const { status } = await service.request('POST', path, { token, body: { email, password: 'Wrong-1-x' } });
      assert.ok(status === 200 || status === 401);
      return trips.splice(0);
    };
    for (const path of [
      '/api/login',
      '/api/forgot-password',
      '/api/login/email',
      '/api/resend-verification',
      '/api/me/email',
    ]) {
      const forNobody = await askedFor(path, 'nobody@example.com');
      assert.ok(forNobody.some((statements) => statements.some((sql) => /INSERT|UPDATE/.test(sql))));
      for (const email of [active, inactive]) assert.deepEqual(await askedFor(path, email), forNobody, path);
    }
  });

  it('and the same of a code for it', async (t) => {
    const { service, trips } = await startRecorded(t, kind);
    const [active, inactive] = [(await verified(service)).email, (await registered(service)).email];
    const guessed = async (email: string) => {
      const request = await askForRequest(service, email);
      trips.splice(0);
      assert.equal((await loginByCode(service, { request, code: 'wrong' })).status, 401);
      return trips.splice(0);
    };
    const forNobody = await guessed('nobody@example.com');
    assert.match(forNobody.flat().join(), /UPDATE login_requests/);
    for (const email of [active, inactive]) assert.deepEqual(await guessed(email), forNobody);
  });

  it('and so does an app that names one, which is told the same', async (t) => {
    const { service, trips } = await startRecorded(t, kind);
    const app = await addOpenIdApp(service);
    const named = async (login_hint: string) => {
      trips.splice(0);
      const browser = new Browser(service);
      const uid = await browser.begin(app, { login_hint });
      const page = await browser.get(`/login?interaction=${uid}&email=${login_hint}`);
      const path = `/api/openid/interactions/${uid}`;
      const { text } = await service.request('GET', path, { headers: { cookie: browser.cookiesFor(path) } });
      const varying = new RegExp(`${uid}|${login_hint}|(?<=latchkey-now" content=")\\d+`, 'g');
      return { asked: trips.splice(0), told: [(await page.text()).replaceAll(varying, ''), text] };
    };
    const forNobody = await named('nobody@example.com');
    assert.match(forNobody.asked.flat().join(), /openid_records/);
    for (const { email } of [await verified(service), await registered(service)])
      assert.deepEqual(await named(email), forNobody);
  });
});
