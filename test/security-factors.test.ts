import { importTests } from './support/import-tests.ts';

await importTests('security/{code-budget,offered-factors,passkeys,recorded-proofs}.test.ts');
await importTests('security/{every-credential,replaced-app,second-factor,ways-in,without-factor}.test.ts');
