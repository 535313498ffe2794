import { importTests } from './support/import-tests.ts';

await importTests('security/{act-as-user,admin-attacks,admin-permissions,audit}.test.ts');
await importTests('security/{event-paths,first-admin,recorded-changes,takeover-by-key}.test.ts');
