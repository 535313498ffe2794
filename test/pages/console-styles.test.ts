import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { it } from 'node:test';

const STYLES = resolve(import.meta.dirname, '../../src/console/styles');

it('no two style files of the console have a rule for the same selector: every screen loads all', () => {
  const files = globSync(join(STYLES, '*.css'));
  assert.ok(files.length > 3);
  const fileOf = new Map<string, string>();
  for (const file of files) {
    // Rules that are not within another, such as a media query.
    const selectors = [...readFileSync(file, 'utf8').matchAll(/^([^\s@}/][^{}@]*?)\s*\{/gm)].flatMap(([, list = '']) =>
      list.split(',').map((one) => one.trim()),
    );
    assert.ok(selectors.length > 0, file);
    for (const selector of new Set(selectors)) {
      assert.equal(fileOf.get(selector), undefined, `${selector} is in ${basename(file)} too`);
      fileOf.set(selector, basename(file));
    }
  }
});
