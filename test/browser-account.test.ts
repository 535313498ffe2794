import { importTests } from './support/import-tests.ts';

await importTests('browser/account/*.test.ts');
