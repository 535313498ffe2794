import { importTests } from './support/import-tests.ts';

await importTests('{app,monitoring,process}/**/*.test.ts');
