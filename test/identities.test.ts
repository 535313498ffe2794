import { importTests } from './support/import-tests.ts';

await importTests('identities/**/*.test.ts');
