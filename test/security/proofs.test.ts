import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(resolve(ROOT, file), 'utf8');

/** By the promise's id: the line with its code, and the lines with its tests. */
const PROOFS = new Map(
  [...read('test/security/proofs.txt').matchAll(/^([A-Z]\d+) (.+)\n((?: {2}.+\n)+)/gm)].map(
    ([, id = '', code = '', tests = '']) => [id, { code, tests: tests.trim().split('\n') }],
  ),
);

describe('the promises of docs/security.md', () => {
  it('each have a proof, and are listed once', () => {
    const promised = [...read('docs/security.md').matchAll(/^- \*\*([A-Z]\d+)\*\* /gm)].map(([, id = '']) => id);
    assert.ok(promised.length >= 139);
    assert.deepEqual(promised.sort(), [...PROOFS.keys()].sort());
  });

  for (const [id, { code, tests }] of PROOFS) {
    it(`${id} is kept by code and tests that exist`, () => {
      const files = code.match(/\b(?:src|migrations|package-lock)\b[\w./-]*/g) ?? [];
      assert.ok(files.length > 0);
      for (const file of files) assert.ok(existsSync(resolve(ROOT, file)), file);
      for (const line of tests) {
        const [file = ''] = line.trim().split(' ');
        const titles = [...line.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title);
        assert.ok(titles.length > 0, `${file}: which test?`);
        for (const title of titles) assert.ok(read(file).includes(title), `${file} has no test "${title}"`);
      }
    });
  }
});
