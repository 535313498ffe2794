import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { countOf, type Derivation, saltOf, UnusableHash } from './derivation.ts';

/** WordPress uses 13, phpBB 11, others up to 16, which takes a tenth of a second. */
const MAX_LOG2 = 16;
/** The longest password, as in phpass and WordPress: each round hashes the whole password, here on the main thread. */
const MAX_PASSWORD_BYTES = 4096;
/** Hashed before other requests get their turn: about a millisecond. */
const BYTES_AT_ONCE = 262_144;
/** The fixed cost of a round, in bytes hashed. */
const ROUND_OVERHEAD_BYTES = 256;

/** phpass' portable hashes: MD5 of salt and password, then repeatedly of digest and password. Always wrapped. */
export const phpass: Derivation = {
  name: 'phpass',
  read([log2, salt], digestBytes) {
    const rounds = 2 ** countOf(log2, 'number of rounds (log2)', 7, MAX_LOG2);
    const saltBytes = saltOf(salt);
    if (digestBytes !== 16 || saltBytes.length !== 8) throw new UnusableHash('the phpass hash is malformed');
    return {
      isFast: true,
      async derive(password) {
        const bytes = Buffer.from(password);
        if (bytes.length > MAX_PASSWORD_BYTES) return Buffer.alloc(0);
        const roundsAtOnce = Math.ceil(BYTES_AT_ONCE / (ROUND_OVERHEAD_BYTES + bytes.length));
        let digest = hash('md5', Buffer.concat([saltBytes, bytes]), 'buffer');
        for (let round = 1; round <= rounds; round += 1) {
          digest = hash('md5', Buffer.concat([digest, bytes]), 'buffer');
          if (round % roundsAtOnce === 0) await setImmediate();
        }
        return digest;
      },
    };
  },
};
