import { importTests } from './support/import-tests.ts';

await importTests('accounts/**/*.test.ts');
