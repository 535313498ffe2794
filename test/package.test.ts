import { importTests } from './support/import-tests.ts';

await importTests('{bench,package}/**/*.test.ts');
