import { importTests } from './support/import-tests.ts';

await importTests('{app,text}/**/*.test.ts');
