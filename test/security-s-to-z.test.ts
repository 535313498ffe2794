import { importTests } from './support/import-tests.ts';

await importTests('security/[s-z]*.test.ts');
