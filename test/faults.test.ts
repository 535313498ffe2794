import { importTests } from './support/import-tests.ts';

await importTests('faults/**/*.test.ts');
