import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emailLimitKeys } from '../../../src/core/sign-in/throttle.ts';
import { loggedInAdmin } from '../../support/admin.ts';
import { atNextStep, codeOfApp, protectedBy } from '../../support/authenticator.ts';
import { askForAddress, freeAddress } from '../../support/email-change.ts';
import { addOpenIdApp, authorizationRequest, Browser, discover, OPENID, tokensFor } from '../../support/openid.ts';
import { addPasskey, postPasskey } from '../../support/passkey.ts';
import { claimsOf, loggedIn, type Service, startService, verified } from '../../support/service.ts';
import { whileUncommitted } from '../../support/while-uncommitted.ts';

interface Waiting {
  readonly id: number;
  readonly send: () => Promise<{ readonly status: number }>;
  /** The table whose rows of the account the request changes too. */
  readonly table: string;
}

const login = ({ request }: Service, { email, password }: { email: string; password: string }, code: string) =>
  request('POST', '/api/login', { body: { email, password, code } });

/** What locks rows of an account: each has to lock the account first, or two of them wait for each other. */
const REQUESTS: Readonly<Record<string, (service: Service) => Promise<Waiting>>> = {
  'a login with the code of an app': async (service) => {
    const account = await protectedBy(service, await verified(service));
    const code = codeOfApp(account.secret, await atNextStep(service));
    return { id: account.id, send: () => login(service, account, code), table: 'totp' };
  },
  'a login with a recovery code': async (service) => {
    const account = await protectedBy(service, await verified(service));
    const [code = ''] = account.recoveryCodes;
    return { id: account.id, send: () => login(service, account, code), table: 'recovery_codes' };
  },
  'a login with a passkey': async (service) => {
    const { id, accessToken } = await loggedIn(service);
    const authenticator = await addPasskey(service, accessToken);
    return { id, send: () => postPasskey(service, authenticator), table: 'passkeys' };
  },
  'an administrator who ends a session': async (service) => {
    const { accessToken: token } = await loggedInAdmin(service);
    const session = await loggedIn(service);
    assert.equal((await askForAddress(service, session, freeAddress())).status, 200);
    const path = `/api/admin/users/${session.id}/sessions/${claimsOf(session.accessToken).sid}` as const;
    return { id: session.id, send: () => service.request('DELETE', path, { token }), table: 'email_changes' };
  },
  'a login of an app': async (service) => {
    const session = await loggedIn(service);
    const configuration = await discover(service, await addOpenIdApp(service, { firstParty: false }));
    const browser = new Browser(service);
    await tokensFor(configuration, browser, session);
    // As after some time: another is made, for what the owner has consented to.
    await service.db.all("DELETE FROM openid_records WHERE kind = 'Grant'");
    const { url } = await authorizationRequest(configuration);
    const send = async () => ({ status: (await browser.authorize(url, session)).searchParams.has('code') ? 200 : 400 });
    return { id: session.id, send, table: 'openid_grants' };
  },
};

describe('a request that waits for a change of its account (postgres)', () => {
  it('holds nothing of it meanwhile', async (t) => {
    const service = await startService(t, 'postgres', OPENID);
    for (const [name, prepare] of Object.entries(REQUESTS)) {
      const { id, send, table } = await prepare(service);
      const locks = (
        ['SELECT id FROM users WHERE id = $1', 'SELECT id FROM refresh_tokens WHERE user_id = $1'] as const
      ).map((sql) => [`${sql} FOR UPDATE`, [id]] as const);
      const change = [`UPDATE ${table} SET user_id = user_id WHERE user_id = $1`, [id]] as const;
      const answer = whileUncommitted(t, service, locks, send, [change]);
      assert.equal((await answer.catch(({ message }) => assert.fail(`${name}: ${message}`))).status, 200, name);
    }
  });
});

describe('a deletion (postgres)', () => {
  it('does not wait for whoever asks for an e-mail to the account, and will wait for the account', async (t) => {
    const service = await startService(t, 'postgres');
    const admin = await loggedInAdmin(service);
    for (const byOwner of [true, false]) {
      const { id, email, accessToken } = await loggedIn(service);
      await service.request('POST', '/api/forgot-password', { body: { email } });
      const limit = ['SELECT key FROM throttles WHERE key = ANY ($1) FOR UPDATE', [emailLimitKeys(email)]] as const;
      const account = ['SELECT id FROM users WHERE id = $1 FOR SHARE', [id]] as const;
      const remove = () =>
        byOwner
          ? service.request('POST', '/api/me/delete', { token: accessToken })
          : service.request('DELETE', `/api/admin/users/${id}`, { token: admin.accessToken });
      assert.equal((await whileUncommitted(t, service, [limit], remove, [account])).status, 200);
    }
  });
});
