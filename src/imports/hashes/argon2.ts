import { hashRaw } from '@node-rs/argon2';
import { countOf, type Derivation, saltOf, UnusableHash } from './derivation.ts';

const ALGORITHMS = ['argon2d', 'argon2i', 'argon2id'];
/** The maximum memory: 128 MiB; Django uses 100. */
const MAX_MEMORY_KIB = 131_072;
/** The maximum of memory times passes: about a second. */
const MAX_WORK_KIB = 1_052_672;
/** The minimum cost of each of a lane's four slices in each pass. */
const SLICE_KIB = 4;
/** OWASP's recommended minimum, memory times passes. */
const FAST_BELOW_KIB = 19_456;
const MAX_PARALLELISM = 16;

/** Fields: algorithm, version, memory (KiB), passes, parallelism, salt. */
export const argon2: Derivation = {
  name: 'argon2',
  read([algorithmName = '', version, memory, passes, lanes, salt], outputLen, _secrets, isStored = false) {
    const algorithm = ALGORITHMS.indexOf(algorithmName);
    const parallelism = countOf(lanes, 'parallelism', 1, MAX_PARALLELISM);
    // The library requires eight blocks per lane.
    const memoryCost = countOf(memory, 'memory', 8 * parallelism, MAX_MEMORY_KIB);
    const passKib = memoryCost + (isStored ? 0 : 4 * parallelism * SLICE_KIB);
    const timeCost = countOf(passes, 'number of passes', 1, Math.floor(MAX_WORK_KIB / passKib));
    const saltBytes = saltOf(salt);
    if (algorithm < 0 || (version !== '19' && version !== '16') || saltBytes.length < 8 || outputLen < 4)
      throw new UnusableHash('the argon2 hash is malformed');
    const options = {
      algorithm,
      memoryCost,
      timeCost,
      parallelism,
      outputLen,
      salt: saltBytes,
      // The library numbers the versions: 0 for 0x10, 1 for 0x13.
      version: version === '19' ? 1 : 0,
    };
    return { isFast: memoryCost * timeCost < FAST_BELOW_KIB, derive: (password) => hashRaw(password, options) };
  },
};
