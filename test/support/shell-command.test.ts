import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { cleanUpAfter } from './clean-up.ts';
import { runInShell } from './shell-command.ts';
import { until } from './until.ts';

describe('a command in a shell', () => {
  it('says what it printed and how it ended', async () => {
    const { signal } = new AbortController();
    assert.deepEqual(await runInShell('echo bad; exit 3', tmpdir(), { signal }), { code: 3, printed: 'bad\n' });
  });

  it('ends at once with the processes that it started when it is stopped', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-shell-'));
    cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
    const stopped = new AbortController();
    const running = runInShell('sh -c "sleep 300 & touch begun; wait"; echo on', folder, stopped);
    await until('the inner process runs', () => existsSync(join(folder, 'begun')));
    stopped.abort();
    // What they print is at its end when the last of them is.
    assert.deepEqual(await running, { code: null, printed: '' });
  });
});
