import { importTests } from './support/import-tests.ts';

await importTests('security/[h-r]*.test.ts');
