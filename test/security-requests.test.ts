import { importTests } from './support/import-tests.ts';

await importTests('security/{attack,canary,foreign-words,fuzz,held-requests}.test.ts');
await importTests('security/{hostile-tokens,overload,sender-races}.test.ts');
