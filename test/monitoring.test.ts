import { importTests } from './support/import-tests.ts';

await importTests('monitoring/**/*.test.ts');
