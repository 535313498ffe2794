import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { filesOf } from './import-tests.ts';
import { FULL_RUN_ONLY } from './scope.ts';

describe('npm test', () => {
  it('runs every file of tests, and none of them twice', () => {
    const shared = filesOf('*.test.ts').flatMap((file) => {
      const text = readFileSync(resolve(import.meta.dirname, '..', file), 'utf8');
      return [...text.matchAll(/importTests\('(.+)'\)/g)].flatMap(([, pattern = '']) => filesOf(pattern));
    });
    assert.deepEqual(shared.sort(), filesOf('*/**/*.test.ts'));
  });

  it('leaves out files that are there', () => {
    for (const pattern of FULL_RUN_ONLY) assert.ok(filesOf(pattern).length > 0, pattern);
  });
});
