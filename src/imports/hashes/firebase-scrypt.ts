import { createCipheriv } from 'node:crypto';
import { countOf, type Derivation, saltOf, UnusableHash } from './derivation.ts';
import { deriveScrypt, scryptCost, scryptMemory } from './scrypt.ts';

const AES_KEY_BYTES = 32;

/**
 * Firebase's modified scrypt: the key that scrypt derives encrypts the project's signer key with AES-256-CTR. Fields:
 * rounds (r), memory cost (log2 of N), salt, salt separator, signer key.
 */
export const firebaseScrypt: Derivation = {
  name: 'firebase-scrypt',
  read([rounds, memoryCost, salt, separator, signerKey], digestBytes) {
    const log2 = countOf(memoryCost, 'memory cost', 1, 20);
    const { cost, isFast } = scryptCost(String(2 ** log2), rounds, '1');
    const key = saltOf(signerKey);
    const saltBytes = Buffer.concat([saltOf(salt), saltOf(separator)]);
    if (key.length < 16 || digestBytes !== key.length)
      throw new UnusableHash('the Firebase hash is malformed, or the signer key belongs to another project');
    return {
      isFast,
      async derive(password) {
        const derived = await deriveScrypt(password, saltBytes, AES_KEY_BYTES, {
          ...cost,
          ...scryptMemory(cost.N, cost.r),
        });
        return createCipheriv('aes-256-ctr', derived, Buffer.alloc(16)).update(key);
      },
    };
  },
};
