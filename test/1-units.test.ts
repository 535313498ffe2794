import { importTests } from './support/import-tests.ts';

await importTests('{config,imports,keys,lib,tokens}/**/*.test.ts');
