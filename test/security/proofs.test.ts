import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';

const ROOT = resolve(import.meta.dirname, '../..');
const document = readFileSync(resolve(ROOT, 'docs/security.md'), 'utf8');
const rows = document
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, id]) => /^[A-Z]\d+$/.test(id ?? ''));

/** Each file with the tests that are named after it. */
const proofsIn = (cell: string): { file: string; titles: string[] }[] =>
  cell.split('; `').map((part) => ({
    file: /`?(test\/[\w./-]+)`/.exec(part)?.[1] ?? part,
    titles: [...part.matchAll(/"([^"]+)"/g)].map(([, title]) => String(title)),
  }));

describe('the table of requirements', () => {
  it('has every requirement once', () => {
    const ids = rows.map(([, id]) => id);
    assert.ok(ids.length >= 47, `${ids.length} rows`);
    assert.equal(new Set(ids).size, ids.length);
  });

  for (const [, id = '', , where = '', proof = ''] of rows) {
    it(`${id} names code and tests that are there`, () => {
      for (const [, file] of where.matchAll(/`([^`]+)`/g))
        assert.ok(existsSync(resolve(ROOT, String(file))), String(file));
      for (const { file, titles } of proofsIn(proof)) {
        assert.ok(existsSync(resolve(ROOT, file)), file);
        assert.ok(titles.length > 0, `${file}: which test?`);
        const source = readFileSync(resolve(ROOT, file), 'utf8');
        for (const title of titles) assert.ok(source.includes(title), `${file} has no test "${title}"`);
      }
    });
  }
});
