import { importTests } from './support/import-tests.ts';

await importTests('{app,bench,config,imports,keys,lib,package,tokens}/**/*.test.ts');
