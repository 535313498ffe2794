import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { filesInScript, importShare, sharesOf } from './share.ts';

const all = globSync('test/**/*.test.ts', { cwd: resolve(import.meta.dirname, '../..') });

describe('the processes of npm test', () => {
  it('run every file of tests, and none of them twice', () => {
    const alone = filesInScript().filter((file) => file.endsWith('.test.ts'));
    const together = [...sharesOf('browser'), ...sharesOf('mixed')].flat();
    assert.deepEqual([...alone, ...together].sort(), all.map((file) => file.replaceAll('\\', '/')).sort());
  });

  it('are all started by it', () => {
    const started = filesInScript().filter((file) => file.startsWith('test/processes/'));
    assert.equal(started.length, sharesOf('browser').length + sharesOf('mixed').length);
  });

  it('have numbers without a gap', async () => {
    const beyond = sharesOf('mixed').length + 1;
    await assert.rejects(importShare(`mixed-${beyond}.ts`), /has no share/);
  });
});
