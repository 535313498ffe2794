import { importTests } from './support/import-tests.ts';

await importTests('features/**/*.test.ts');
