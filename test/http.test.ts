import { importTests } from './support/import-tests.ts';

await importTests('http/**/*.test.ts');
