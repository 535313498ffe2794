import { importTests } from './support/import-tests.ts';

await importTests('{app,bench,config,package,text,tokens}/**/*.test.ts');
