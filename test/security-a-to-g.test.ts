import { importTests } from './support/import-tests.ts';

await importTests('security/[a-g]*.test.ts');
