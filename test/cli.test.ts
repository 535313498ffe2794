import { importTests } from './support/import-tests.ts';

await importTests('cli/**/*.test.ts');
