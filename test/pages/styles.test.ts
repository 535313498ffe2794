import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { it } from 'node:test';

const SOURCE = resolve(import.meta.dirname, '../../src');

it('no two style files have a rule for the same selector: the console loads those of the pages too', () => {
  const files = globSync(resolve(SOURCE, '{pages,console}/styles/*.css'));
  assert.ok(files.length > 6);
  const fileOf = new Map<string, string>();
  for (const file of files) {
    const name = relative(SOURCE, file);
    // Rules that are not within another, such as a media query.
    const selectors = [...readFileSync(file, 'utf8').matchAll(/^([^\s@}/][^{}@]*?)\s*\{/gm)].flatMap(([, list = '']) =>
      list.split(/,(?![^(]*\))/).map((one) => one.trim()),
    );
    assert.ok(selectors.length > 0, file);
    for (const selector of new Set(selectors)) {
      assert.equal(fileOf.get(selector), undefined, `${selector} is in ${name} too`);
      fileOf.set(selector, name);
    }
  }
});
