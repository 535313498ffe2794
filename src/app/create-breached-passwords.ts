import type { Logger } from 'pino';
import {
  assertUsableFilter,
  createIsBreached,
  type IsBreached,
  lookUpInFile,
  lookUpOnline,
} from '../accounts/passwords/breached-passwords.ts';
import type { Config } from '../config/config.ts';
import { createGuardedFetch } from '../deliveries/guarded-fetch.ts';
import { isWithin } from '../lib/is-within.ts';

/** Short, because a person waits for the answer. */
const TIMEOUT_MS = 1000;
/** A padded range has 40 KB. */
const MAX_BYTES = 256 * 1024;

/** Undefined with BREACHED_PASSWORDS=off. Throws ConfigError if the file cannot be used. */
export function createBreachedPasswords(config: Config, log: Logger, nowMs: () => number): IsBreached | undefined {
  const { breachedPasswords: where, deliveryNetworks } = config;
  if (where.kind === 'off') return undefined;
  if (where.kind === 'file') {
    assertUsableFilter(where.path);
    return createIsBreached({ lookUp: lookUpInFile(where.path), log, nowMs });
  }
  // The setting accepts http only for this machine.
  const fetch = createGuardedFetch({
    ...{ isAllowed: isWithin(deliveryNetworks), plainHttp: true, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES },
  });
  return createIsBreached({ lookUp: lookUpOnline(where.url, fetch, nowMs), log, nowMs });
}
