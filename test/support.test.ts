import { importTests } from './support/import-tests.ts';

await importTests('support/**/*.test.ts');
