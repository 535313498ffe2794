import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { GENERATED_DOCS, GENERATED_FILES, replaceSection } from '../scripts/generated-docs.ts';
import { readConfig } from '../src/config/config.ts';
import { openApiDocument } from '../src/operations/openapi/document.ts';
import { enabledRoutes, ROUTES } from '../src/operations/routes.ts';
import { VERSION } from '../src/runtime/version.ts';
import { startService } from './support/service.ts';

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

describe('the documentation', () => {
  for (const { file, section, content } of GENERATED_DOCS) {
    it(`${file} says what the code says of its ${section} (else: npm run docs)`, () => {
      const document = read(file);
      assert.equal(document, replaceSection(document, section, content()));
    });
  }

  for (const { file, content } of GENERATED_FILES) {
    it(`${file} says what the code says (else: npm run docs)`, () => assert.equal(read(file), content()));
  }

  it('describes every operation as a valid OpenAPI 3.1 document, which the service hands out', async (t) => {
    const service = await startService(t, 'sqlite');
    const document = JSON.parse(read('docs/openapi.json'));
    const served = await (await fetch(`${service.url}/openapi.json`)).json();
    // The file describes every operation; a service leaves out those of features that are switched off.
    const enabled = enabledRoutes(ROUTES, readConfig({}, 1));
    assert.deepEqual(served, JSON.parse(JSON.stringify(openApiDocument(VERSION, enabled))));
    assert.deepEqual(document, JSON.parse(JSON.stringify(openApiDocument(VERSION, ROUTES))));
    const { valid, errors } = await new Validator().validate(document);
    assert.ok(valid, JSON.stringify(errors));
    const described = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.deepEqual(described.sort(), ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
  });
});
