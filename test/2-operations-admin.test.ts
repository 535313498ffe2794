import { importTests } from './support/import-tests.ts';

await importTests('operations/admin/*.test.ts');
