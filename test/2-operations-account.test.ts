import { importTests } from './support/import-tests.ts';

await importTests('operations/account/*.test.ts');
