import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Answers } from '../../support/answers.ts';
import { describeInBrowser, it, OWN_PAGES } from '../../support/browser.ts';
import type { Answer } from '../../support/client.ts';
import { claimsOf, loggedIn, startService } from '../../support/service.ts';
import { visitWithAuthenticator } from '../../support/virtual-authenticator.ts';

/** The functions that docs/second-factors.md gives to pages. */
const [, DOCUMENTED = ''] =
  /```js\n([\s\S]*?)```/.exec(readFileSync(new URL('../../../docs/second-factors.md', import.meta.url), 'utf8')) ?? [];

describeInBrowser('a passkey, in a real browser with a virtual authenticator', (visit) => {
  it('is made and used by the functions of docs/second-factors.md, on localhost', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const session = await loggedIn(service);
    const { page } = await visitWithAuthenticator(visit, t, service);
    await page.goto('/forgot-password');
    const run = <Data>(call: string) =>
      page.evaluate<Answer<Data>>(`(async () => { ${DOCUMENTED}; return ${call}; })()`);
    const added = await run(`addPasskey(${JSON.stringify(session.accessToken)}, 'My laptop')`);
    assert.equal(added.message, 'Passkey added');
    const login = await run<Answers['POST /api/login']>('logInWithPasskey()');
    assert.deepEqual([login.message, login.data?.user.email], ['Login successful', session.email]);
    assert.ok(claimsOf(login.data.access_token).amr?.includes('mfa'));
  });
});
