import { parseArgs } from 'node:util';
import { duration, InvalidValue } from '../config/value-formats.ts';
import { KEY_ALGORITHMS } from '../tokens/signing-key.ts';
import { ACTIVATION_DELAY_MS } from '../tokens/signing-key-ring.ts';
import { CommandError } from './command-error.ts';

/** Of `latchkey keys …`, the word behind `keys` included. */
export function readSigningKeyArguments(args: readonly string[]) {
  const wrong = new CommandError(`keys ${args.join(' ')}: no such command, see latchkey --help`);
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        alg: { type: 'string' },
        in: { type: 'string' },
        now: { type: 'boolean' },
        force: { type: 'boolean' },
      },
    });
    const [action = '', kid = ''] = positionals;
    if (!['rotate', 'list', 'retire'].includes(action) || positionals.length !== (action === 'retire' ? 2 : 1))
      throw wrong;
    const alg = KEY_ALGORITHMS.find((one) => one === (values.alg ?? 'EdDSA'));
    if (!alg) throw new CommandError(`keys rotate: --alg is one of ${KEY_ALGORITHMS.join(', ')}`);
    return { action, options: { alg, kid, delayMs: delayOf(values), force: values.force ?? false } };
  } catch (error) {
    throw error instanceof CommandError ? error : wrong;
  }
}

/** Shorter than a minute is too short to be known everywhere. */
function delayOf({ in: later, now = false }: { in?: string; now?: boolean }): number | undefined {
  if (later === undefined) return now ? 0 : undefined;
  if (now) throw new CommandError('keys rotate: --in and --now contradict each other');
  const ms = readDuration(later);
  if (ms < ACTIVATION_DELAY_MS) throw new CommandError('keys rotate: --in must be at least 1m; --now signs at once');
  return ms;
}

function readDuration(text: string): number {
  try {
    return duration.parse(text, 1);
  } catch (error) {
    throw error instanceof InvalidValue ? new CommandError(`keys rotate: --in ${error.message}`) : error;
  }
}
