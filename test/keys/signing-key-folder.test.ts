import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { addSigningKey, readSigningKeyFolder } from '../../src/keys/signing-key-folder.ts';

/** What becomes of a good key file when one member of it is replaced. */
const ROWS: readonly [member: string, value: unknown, isKey: boolean][] = [
  ['signs_from', undefined, true],
  ['signs_from', '2026-01-01T00:00:00Z', true],
  ['signs_from', 'tomorrow', false],
  ['signs_from', '', false],
  ['signs_from', '2026-13-01T00:00:00Z', false],
  ['k', undefined, false],
  ['k', Buffer.alloc(31).toString('base64url'), false],
  ['k', 7, false],
  ['kty', 'RSA', false],
];

describe('a file of the key folder', () => {
  for (const [member, value, isKey] of ROWS) {
    it(`with ${member} ${JSON.stringify(value)} ${isKey ? 'is a key' : 'is said to be none, beside others'}`, (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'latchkey-keys-'));
      t.after(() => rmSync(folder, { recursive: true }));
      const { kid } = addSigningKey(folder, 'HS256', 0, 0);
      const [file = ''] = readdirSync(folder);
      const good = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      writeFileSync(join(folder, 'other.jwk'), JSON.stringify({ ...good, [member]: value }));
      const { keys, broken } = readSigningKeyFolder(folder);
      assert.deepEqual(keys.map((key) => key.kid).sort(), isKey ? [kid, 'other'] : [kid]);
      assert.equal(broken.length, isKey ? 0 : 1);
      assert.ok(keys.every(({ signsFromMs }) => Number.isFinite(signsFromMs)));
    });
  }
});
