import { duration, InvalidValue } from '../config/value-formats.ts';
import { ACTIVATION_DELAY_MS } from '../keys/signing-key-ring.ts';
import { UsageError } from './command-error.ts';
import type { OptionValues } from './command-options.ts';

/** When a new key signs. Undefined: once it is known everywhere; 0: at once. */
export function readDelay({ in: later, now = false }: OptionValues): number | undefined {
  if (later === undefined) return now ? 0 : undefined;
  if (now) throw new UsageError('keys rotate: --in and --now contradict each other');
  const ms = readDuration(later);
  // Too short to be known everywhere.
  if (ms < ACTIVATION_DELAY_MS) throw new UsageError('keys rotate: --in must be at least 1m; --now signs at once');
  return ms;
}

function readDuration(text: string): number {
  try {
    return duration.parse(text, 1);
  } catch (error) {
    throw error instanceof InvalidValue ? new UsageError(`keys rotate: --in ${error.message}`) : error;
  }
}
