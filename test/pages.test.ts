import { importTests } from './support/import-tests.ts';

await importTests('pages/**/*.test.ts');
