import { importTests } from './support/import-tests.ts';

await importTests('security/{act-as-user,admin-attacks,admin-permissions,audit,first-admin,takeover-by-key}.test.ts');
