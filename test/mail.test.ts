import { importTests } from './support/import-tests.ts';

await importTests('mail/**/*.test.ts');
