import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeOnBothDatabases } from '../support/databases.ts';
import { type App, type AppOptions, addOpenIdApp, Browser, OPENID } from '../support/openid.ts';
import { FRONTEND_URL, registration, type Service, startService, verificationToken } from '../support/service.ts';
import { whileUncommitted } from '../support/while-uncommitted.ts';

const START = 'https://shop.example.com/start?from=id';
const HOME = 'https://shop.example.com/';

/** Somebody whom an app has sent registers, in the browser that the app has sent or in another one. */
async function register(service: Service, app: App, { cookies = true, interaction = '' } = {}): Promise<string> {
  const browser = new Browser(service);
  const uid = interaction || (await browser.begin(app));
  const person = registration();
  const headers = cookies ? { cookie: browser.cookiesFor('/api/register') } : {};
  const path = `/api/register?interaction=${encodeURIComponent(uid)}`;
  const answer = await service.request('POST', path, { body: person, headers });
  assert.equal(answer.status, 201, answer.text);
  return person.email;
}

/** What a device is told that knows nothing but the link. */
async function told(service: Service, email: string): Promise<unknown> {
  const token = await verificationToken(service, email);
  const answer = await service.request('GET', '/api/verify/details', { token });
  assert.equal(answer.status, 200, answer.text);
  return (answer.data as unknown as { app: unknown }).app;
}

describeOnBothDatabases('whoever registers on the way to an app', (kind) => {
  it('is led to it from any device, by an address that its operator has named', async (t) => {
    const service = await startService(t, kind, OPENID);
    const cases: readonly (readonly [AppOptions, string | undefined])[] = [
      [{ initiateLoginUri: START, clientUri: HOME }, `${START}&iss=${encodeURIComponent(FRONTEND_URL)}`],
      [{ clientUri: HOME }, HOME],
      [{}, undefined],
    ];
    for (const [options, address] of cases) {
      const app = await addOpenIdApp(service, options);
      const email = await register(service, app);
      const expected = address === undefined ? null : { name: 'Shop', continue_at: address };
      assert.deepEqual(await told(service, email), expected);
      await service.request('POST', '/api/resend-verification', { body: { email } });
      assert.deepEqual(await told(service, email), expected, 'by another link, too');
    }
  });

  it('is led nowhere by what a stranger can make up', async (t) => {
    const service = await startService(t, kind, OPENID);
    const app = await addOpenIdApp(service, { initiateLoginUri: START });
    const uid = await new Browser(service).begin(app);
    for (const forged of [uid, app.id, 'x'.repeat(43), "'", '\u0000', START])
      assert.equal(await told(service, await register(service, app, { interaction: forged })), null, forged);
    assert.equal(await told(service, await register(service, app, { cookies: false })), null);
  });

  it('is led nowhere when the app is gone, or the registration is long past', async (t) => {
    const service = await startService(t, kind, OPENID);
    const app = await addOpenIdApp(service, { initiateLoginUri: START });
    const [early, late] = [await register(service, app), await register(service, app)];
    await service.db.all(
      "UPDATE openid_records SET expires_at = created_at WHERE kind = 'Registration' AND user_id = $1",
      [(await service.db.one<{ id: number }>('SELECT id FROM users WHERE email = $1', [early]))?.id ?? 0],
    );
    assert.equal(await told(service, early), null);
    assert.ok(await told(service, late));
    await service.db.all('DELETE FROM openid_clients WHERE id = $1', [app.id]);
    assert.equal(await told(service, late), null);
  });

  it('registers as everybody does where OPENID is off', async (t) => {
    const service = await startService(t, kind);
    const email = await register(service, { id: '', secret: undefined }, { interaction: 'x'.repeat(43) });
    assert.equal(await told(service, email), null);
  });
});

describe('whoever registers while the app is being removed (postgres)', () => {
  it('registers, and is led nowhere', async (t) => {
    const service = await startService(t, 'postgres', OPENID);
    const app = await addOpenIdApp(service, { initiateLoginUri: START });
    const removal = ['DELETE FROM openid_clients WHERE id = $1', [app.id]] as const;
    const email = await whileUncommitted(t, service, [removal], () => register(service, app));
    assert.equal(await told(service, email), null);
  });
});
