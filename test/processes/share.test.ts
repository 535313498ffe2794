import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { ALONE, importShare, KINDS, MEASURED, processesInOrder, sharesOf } from './share.ts';

const find = (pattern: string): string[] =>
  globSync(pattern, { cwd: resolve(import.meta.dirname, '../..') }).map((file) => file.replaceAll('\\', '/'));

describe('the processes of npm test', () => {
  it('run every file of tests, and none of them twice', () => {
    const together = KINDS.flatMap(sharesOf).flat();
    assert.deepEqual([...ALONE, ...together].sort(), find('test/**/*.test.ts').sort());
  });

  it('share what was measured of files that are there', () => {
    const together = KINDS.flatMap(sharesOf).flat();
    assert.deepEqual(
      MEASURED.filter((file) => !together.includes(file)),
      [],
    );
  });

  it('are all started by it, each once', () => {
    assert.deepEqual(processesInOrder().sort(), [...ALONE, ...find('test/processes/*-*.ts')].sort());
  });

  it('have numbers without a gap, and something to do', async () => {
    for (const kind of KINDS) {
      const shares = sharesOf(kind);
      assert.ok(shares.every((files) => files.length > 0));
      await assert.rejects(importShare(`${kind}-${shares.length + 1}.ts`), /has no share/);
    }
  });
});
