import { importTests } from './support/import-tests.ts';

await importTests('store/**/*.test.ts');
