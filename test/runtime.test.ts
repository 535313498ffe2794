import { importTests } from './support/import-tests.ts';

await importTests('runtime/**/*.test.ts');
