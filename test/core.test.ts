import { importTests } from './support/import-tests.ts';

await importTests('core/**/*.test.ts');
