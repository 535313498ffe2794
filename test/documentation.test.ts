import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { exampleEnvironment, GENERATED_DOCS, replaceSection } from '../src/cli/generated-docs.ts';

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

describe('the documentation', () => {
  for (const { file, section, content } of GENERATED_DOCS) {
    it(`${file} says what the code says of its ${section} (else: npm run docs)`, () => {
      const document = read(file);
      assert.equal(document, replaceSection(document, section, content()));
    });
  }

  it('.env.example has every setting (else: npm run docs)', () => {
    assert.equal(read('.env.example'), exampleEnvironment());
  });
});
