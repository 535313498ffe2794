import { importTests } from './support/import-tests.ts';

await importTests('client/**/*.test.ts');
