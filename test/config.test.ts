import { importTests } from './support/import-tests.ts';

await importTests('config/**/*.test.ts');
