import { importTests } from './support/import-tests.ts';

await importTests('security/{bounded-rows,conditions-on-accounts,deleted-account,email-change,passwords}.test.ts');
await importTests('security/{pre-hijacking,reverted-change,same-statements,strangers,timing}.test.ts');
