import { importTests } from './support/import-tests.ts';

await importTests('process/**/*.test.ts');
