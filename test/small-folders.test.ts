import { importTests } from './support/import-tests.ts';

await importTests('{app,bench,config,imports,text,tokens}/**/*.test.ts');
