import { importTests } from './support/import-tests.ts';

await importTests('security/{bounded-rows,breached-passwords,conditions-on-accounts}.test.ts');
await importTests('security/{deleted-account,email-change,passwords}.test.ts');
await importTests('security/{pre-hijacking,registration-policy,reverted-change,same-statements}.test.ts');
await importTests('security/{strangers,timing,unproven-logins}.test.ts');
