import { importTests } from './support/import-tests.ts';

await importTests('{app,bench,config,text,tokens}/**/*.test.ts');
