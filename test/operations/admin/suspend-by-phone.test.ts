import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { apiKeyOf, loggedInAdmin } from '../../support/admin.ts';
import { startService, verified } from '../../support/service.ts';

const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe('examples/suspend-by-phone.sh', () => {
  it('suspends the account with a phone number', { skip: !hasCurl && 'there is no curl' }, async (t) => {
    const file = fileURLToPath(new URL('../../../examples/suspend-by-phone.sh', import.meta.url));
    const service = await startService(t, 'sqlite');
    const admin = await loggedInAdmin(service);
    const key = await apiKeyOf(service, admin, { scopes: ['users:read', 'users:write'] });
    const user = await verified(service, { phone_number: '+44 (20) 7946-0815', full_name: '"id":1,"next":"x"' });
    await verified(service, { phone_number: '+44 20 7946 0999' });
    const run = (phone: string, API_KEY = key) =>
      new Promise<{ code: number; output: string }>((resolve) => {
        const env = { PATH: process.env.PATH, LATCHKEY: service.url, API_KEY };
        execFile('sh', [file, phone], { env }, (error, stdout, stderr) =>
          resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
        );
      });
    const statusOf = async () =>
      (await service.db.one<{ s: string }>('SELECT account_status AS s FROM users WHERE id = $1', [user.id]))?.s;

    assert.deepEqual(await run('+44 20 7946'), { code: 1, output: '2 accounts have a number like this, not one\n' });
    assert.deepEqual(await run('+49 30'), { code: 1, output: '0 accounts have a number like this, not one\n' });
    assert.equal((await run('+44', 'lk_wrong')).code, 1);
    assert.equal(await statusOf(), 'ACTIVE');
    assert.deepEqual(await run('+44 20 7946 0815'), { code: 0, output: `account ${user.id} is suspended\n` });
    assert.equal(await statusOf(), 'SUSPENDED');
    assert.match((await run('+44 20 7946 0815')).output, /Account is SUSPENDED/);
  });
});
