import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addApp } from '../support/authenticator.ts';
import { addPasskey } from '../support/passkey.ts';
import { loggedIn, startService } from '../support/service.ts';

/** An account with an app and, perhaps, a passkey: what a login without a code is told to use. */
const ROWS = [
  { hasPasskey: false, PASSKEYS: 'on', offered: 'totp, recovery_code' },
  { hasPasskey: true, PASSKEYS: 'on', offered: 'totp, recovery_code, passkey' },
  { hasPasskey: true, PASSKEYS: 'off', offered: 'totp, recovery_code' },
];

describe('a login that needs a second factor', () => {
  for (const { hasPasskey, PASSKEYS, offered } of ROWS) {
    it(`is offered ${offered} with PASSKEYS=${PASSKEYS} and ${hasPasskey ? 'a' : 'no'} passkey`, async (t) => {
      const first = await startService(t, 'sqlite');
      const account = await loggedIn(first);
      if (hasPasskey) await addPasskey(first, account.accessToken);
      await addApp(first, account, account.accessToken);
      await first.stop();
      const { request } = await startService(t, 'sqlite', { PASSKEYS }, first.database);
      const { email, password } = account;
      const { status, headers } = await request('POST', '/api/login', { body: { email, password } });
      assert.deepEqual([status, headers.get('x-second-factors')], [401, offered]);
    });
  }
});
