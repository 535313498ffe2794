/** Set for `npm test`. Without it, as in `npm run test:all` and for a single file, everything is run. */
export const isQuickRun = process.env.TEST_SCOPE === 'quick';

/** Whole files that `npm test` leaves out: they measure, build or kill something, or start many processes. */
export const FULL_RUN_ONLY: readonly string[] = [
  '{bench,faults,package}/**/*.test.ts',
  'client/{guards,packed}.test.ts',
  'cli/{doctor,import-losses,migrate-to,paths-to-write,postgres-restore,starting}.test.ts',
  'features/taken-out.test.ts',
  'http/unix-socket.test.ts',
  'identities/judges.test.ts',
  'imports/hashes.test.ts',
  'mail/outage.test.ts',
  'monitoring/watched-metrics.test.ts',
  'openid/{abandoned-flows,hostile-agents}.test.ts',
  'process/workers.test.ts',
  'security/{bounded-rows,code-budget,held-requests,overload,signing-keys,timing,unproven-logins}.test.ts',
  'store/engine/drivers/postgres-isolation.test.ts',
];
