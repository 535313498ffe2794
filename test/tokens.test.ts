import { importTests } from './support/import-tests.ts';

await importTests('tokens/**/*.test.ts');
