import { importTests } from './support/import-tests.ts';

await importTests('cluster/**/*.test.ts');
