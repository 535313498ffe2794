import assert from 'node:assert/strict';
import { it } from 'node:test';
import { atNextStep, codeOfApp, type ProtectedAccount, protectedBy } from '../support/authenticator.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { addPasskey, loginOptions } from '../support/passkey.ts';
import { sharedService } from '../support/scenarios.ts';
import { loggedIn, type Service } from '../support/service.ts';

type Proof = (service: Service, account: ProtectedAccount, at: number) => Promise<object>;

/** What else a login proves than the password. */
const CODES: Readonly<Record<string, Proof>> = {
  'a code of the app': async (service, { secret }) => ({ code: codeOfApp(secret, await atNextStep(service)) }),
  'a recovery code': async (_service, { recoveryCodes }, at) => ({ code: recoveryCodes[at] ?? '' }),
};

describeOnBothDatabases('what is proven within a session', (kind) => {
  const service = sharedService(kind, { SESSIONS: 'many', FRESH_LOGIN: '1d', ACCESS_TOKEN_TTL: '1d' });
  const eventsOf = async (id: number) =>
    (
      await service().db.all<{ event: string }>('SELECT event FROM audit_events WHERE user_id = $1 ORDER BY id', [id])
    ).map(({ event }) => event);
  const added = async (id: number, work: () => Promise<unknown>) => {
    const before = (await eventsOf(id)).length;
    await work();
    return (await eventsOf(id)).slice(before);
  };
  /** But for the event that tells a login from a confirmation. */
  const besides = (events: readonly string[], own: string) => events.filter((event) => event !== own);

  it('is recorded as at a login, whatever it is', async () => {
    const account = await protectedBy(service(), await loggedIn(service()));
    const { id, email, password } = account;
    const { request } = service();
    const code = codeOfApp(account.secret, await atNextStep(service()));
    const { access_token: token } = (await request('POST', '/api/login', { body: { email, password, code } })).data;
    for (const [name, proof] of Object.entries(CODES)) {
      const login = await added(id, async () =>
        request('POST', '/api/login', { body: { email, password, ...(await proof(service(), account, 0)) } }),
      );
      const confirmed = await added(id, async () =>
        request('POST', '/api/reauthenticate', { token, body: { password, ...(await proof(service(), account, 1)) } }),
      );
      assert.deepEqual(besides(confirmed, 'reauthenticated'), besides(login, 'logged_in'), name);
      assert.equal(confirmed.includes('reauthenticated'), login.includes('logged_in'), name);
    }
    const expected = ['logged_in', 'recovery_code_used', 'reauthenticated'];
    for (const event of expected) assert.ok((await eventsOf(id)).includes(event), event);
  });

  it('is recorded for a passkey too', async () => {
    const { id, accessToken: token } = await loggedIn(service());
    const authenticator = await addPasskey(service(), token);
    const credential = async () => authenticator.get(await loginOptions(service()));
    const login = await added(id, async () =>
      service().request('POST', '/api/login/passkey', { body: { credential: await credential() } }),
    );
    const confirmed = await added(id, async () =>
      service().request('POST', '/api/reauthenticate', { token, body: { passkey: await credential() } }),
    );
    assert.ok(login.includes('logged_in') && confirmed.includes('reauthenticated'));
    assert.deepEqual(besides(confirmed, 'reauthenticated'), besides(login, 'logged_in'));
  });
});
