import { importTests } from './support/import-tests.ts';

await importTests('operations/{sessions,passwords}/*.test.ts');
