import { importTests } from './support/import-tests.ts';

await importTests('security/{hardened-profile,production,proofs,signing-keys,supply-chain}.test.ts');
