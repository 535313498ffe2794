import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { DEVELOPER_INBOX } from '../support/browser.ts';
import { type RecordedAnswer, recordElevenOperations } from '../support/eleven-operations.ts';
import { startService } from '../support/service.ts';

/** What the version before second factors and passkeys answered. */
const BEFORE: RecordedAnswer[] = JSON.parse(readFileSync(new URL('./eleven-operations.json', import.meta.url), 'utf8'));

describe('an account without a second factor', () => {
  for (const [name, settings] of [
    ['on', {}],
    ['off', { TOTP: 'off', PASSKEYS: 'off' }],
  ] as const) {
    it(`gets the answers of the version before there were any, with the features ${name}`, async (t) => {
      const { url } = await startService(t, 'sqlite', { ...DEVELOPER_INBOX, ...settings });
      const answers = await recordElevenOperations(url);
      for (const [at, answer] of answers.entries()) assert.deepEqual(answer, BEFORE[at]);
      assert.equal(answers.length, BEFORE.length);
      const asked = new Set(BEFORE.map(({ request }) => request.split(' ', 2).join(' ')));
      assert.equal(asked.size, 11, 'every operation of the interface');
    });
  }
});
