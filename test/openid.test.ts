import { importTests } from './support/import-tests.ts';

await importTests('{openid,deliveries}/**/*.test.ts');
