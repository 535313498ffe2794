import assert from 'node:assert/strict';
import { it } from 'node:test';
import { auditCommand } from '../../src/cli/audit.ts';
import { readCommandLine } from '../../src/cli/read-command-line.ts';
import { createKey, listKeys, revokeKey } from '../../src/features/api-keys/cli/api-keys.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { sharedService } from '../support/scenarios.ts';
import { verified } from '../support/service.ts';

describeOnBothDatabases('latchkey api-keys', (kind) => {
  const service = sharedService(kind);
  const run = async (...args: string[]): Promise<string[]> => {
    const lines: string[] = [];
    const read = readCommandLine(['api-keys', ...args]);
    assert.ok(read.kind === 'command');
    const command = { list: listKeys, create: createKey, revoke: revokeKey }[String(read.command.words[1])];
    await command?.(service().db, read.args, (line) => lines.push(line), read.options);
    return lines;
  };

  it('makes a key that works until it is revoked, and prints nothing but the key', async () => {
    const { id } = await verified(service());
    const [key = '', ...more] = await run('create', 'Support desk', '--scopes', 'users:read, audit:read', '--days=7');
    assert.match(key, /^lk_[0-9a-f]{12}_\S+$/);
    assert.deepEqual(more, []);
    const read = () => service().request('GET', `/api/admin/users/${id}`, { token: key });
    assert.equal((await read()).status, 200);

    const keyId = key.split('_')[1] ?? '';
    const [, row = ''] = await run('list');
    const cells = row.split('\t');
    assert.deepEqual(cells.slice(0, 4), [keyId, 'Support desk', 'users:read audit:read', 'anywhere']);
    assert.equal(cells[6], 'operator');
    assert.deepEqual(await run('revoke', key), [`${keyId} is revoked`]);
    assert.equal((await read()).status, 401);
    await assert.rejects(run('revoke', keyId), /there is no key/);
    const printed: string[] = [];
    await auditCommand(service().db, [], (line) => printed.push(line), { since: '1h' });
    const events = printed.map((line) => line.split('\t')).filter(([, event]) => event?.startsWith('api_key'));
    assert.deepEqual(
      events.map(([, event, , , , actor]) => [event, actor]),
      [
        [`api_key_made key:${keyId} Support desk`, 'operator'],
        [`api_key_revoked key:${keyId} Support desk`, 'operator'],
      ],
    );
    assert.ok(!printed.join().includes(key.slice(16)), 'the secret is nowhere');
  });

  it('says what is wrong with a key that cannot be made', async () => {
    const wrong: [args: string[], message: RegExp][] = [
      [['--scopes', 'users:read'], /one name/],
      [['A name', 'too many', '--scopes', 'users:read'], /one name/],
      [['A name'], /--scopes lists some of users:read/],
      [['A name', '--scopes', 'users:everything'], /--scopes lists some of/],
      [['A name', '--scopes', 'users:read', '--days', '367'], /--days is a number from 1 to 366/],
      [['A name', '--scopes', 'users:read', '--networks', 'home'], /--networks must list IP addresses/],
      [['x'.repeat(101), '--scopes', 'users:read'], /at most 100 characters/],
    ];
    for (const [args, message] of wrong) await assert.rejects(run('create', ...args), message);
  });

  it('takes a name and days at their limits', async () => {
    for (const [name, days] of [
      ['x'.repeat(100), '1'],
      ['\u{1d504}'.repeat(100), '366'],
    ] as const) {
      assert.equal((await run('create', name, '--scopes', 'users:read', '--days', days)).length, 1, days);
    }
    for (const days of ['0', '0x10', '1e2', ' 7', ''])
      await assert.rejects(run('create', 'A name', '--scopes', 'users:read', `--days=${days}`), /from 1 to 366/, days);
  });
});
