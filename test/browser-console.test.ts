import { importTests } from './support/import-tests.ts';

await importTests('browser/console/*.test.ts');
