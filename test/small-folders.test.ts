import { importTests } from './support/import-tests.ts';

await importTests('{app,bench,config,imports,package,text,tokens}/**/*.test.ts');
