import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { argon2 } from '../../src/imports/hashes/argon2.ts';
import { bcrypt } from '../../src/imports/hashes/bcrypt.ts';
import { type Derivation, UnusableHash } from '../../src/imports/hashes/derivation.ts';
import { firebaseScrypt } from '../../src/imports/hashes/firebase-scrypt.ts';
import { pbkdf2 } from '../../src/imports/hashes/pbkdf2.ts';
import { phpass } from '../../src/imports/hashes/phpass.ts';
import { scrypt } from '../../src/imports/hashes/scrypt.ts';

const SALT = Buffer.alloc(16, 7).toString('base64url');
const powers = (least: number, most: number) => Array.from({ length: most - least + 1 }, (_, at) => 2 ** (least + at));
const MEMORIES = [7, 8, 128, 256, 1024, 19_456, 65_536, 131_071, 131_072, 131_073, 2 ** 20];
const COUNTS = [...powers(0, 24), 7, 9, 54, 8031, 65_792, 1e5, 1e6, 1.5e6, 3e6, 9_999_999];
const LANES = [1, 2, 8, 15, 16, 17, 64, 65, 128];
const bytesOf = (digest: string) => (digest === 'sha1' ? 20 : Number(digest.slice(3)) / 8);

interface Limits {
  readonly derivation: Derivation;
  readonly fieldsOf: (cost: readonly number[]) => readonly string[];
  readonly digestBytes?: number;
  /** The values of each parameter, each of which is tried with each of the others. */
  readonly tried: readonly (readonly number[])[];
  /** The share of what a login may cost, in time and in memory. */
  readonly shares: (cost: readonly number[]) => readonly number[];
  /** What common systems use at most, which has to be taken. */
  readonly taken: readonly (readonly number[])[];
}

const MEMORY = 64 * 1024 * 1024;
const pbkdf2Of = (digest: string, most: number, digestBytes: number): Limits => ({
  derivation: pbkdf2,
  fieldsOf: ([rounds]) => [digest, String(rounds), SALT],
  digestBytes,
  tried: [[...COUNTS, most, most + 1]],
  shares: ([rounds = 0]) => [(rounds * Math.ceil(digestBytes / bytesOf(digest))) / most],
  taken: [[Math.floor(most / Math.ceil(digestBytes / bytesOf(digest)))]],
});

const LIMITS: Readonly<Record<string, Limits>> = {
  argon2: {
    derivation: argon2,
    fieldsOf: ([memory, passes, lanes]) => ['argon2id', '19', ...[memory, passes, lanes].map(String), SALT],
    tried: [MEMORIES, COUNTS, LANES],
    shares: ([memory = 0, passes = 0, lanes = 0]) => [
      ...[memory / 131_072, lanes / 16, ((memory + 16 * lanes) * passes) / 1_052_672],
    ],
    taken: [
      [131_072, 7, 16],
      [102_400, 8, 8],
      [65_536, 4, 1],
    ],
  },
  ...Object.fromEntries(
    Object.entries({ sha1: 3e6, sha224: 1.5e6, sha256: 1.5e6, sha384: 1e6, sha512: 1e6 }).flatMap(([digest, most]) =>
      [16, 20, 21, 32, 64, 65, 512].map((bytes) => [`pbkdf2 ${digest}, ${bytes} bytes`, pbkdf2Of(digest, most, bytes)]),
    ),
  ),
  scrypt: {
    derivation: scrypt,
    fieldsOf: (cost) => ['', ...cost.map(String), SALT],
    tried: [powers(1, 21), LANES, LANES],
    shares: ([N = 0, r = 0, p = 0]) => [(128 * N * r) / MEMORY, (N * r * p) / 1_048_576, r / 64, p / 64],
    taken: [
      [65_536, 8, 1],
      [32_768, 8, 4],
      [16_384, 16, 1],
    ],
  },
  'firebase-scrypt': {
    derivation: firebaseScrypt,
    fieldsOf: ([log2, rounds]) => [String(rounds), String(log2), SALT, SALT, SALT],
    tried: [Array.from({ length: 24 }, (_, at) => at), LANES],
    shares: ([log2 = 0, r = 0]) => [(128 * 2 ** log2 * r) / MEMORY, (2 ** log2 * r) / 1_048_576],
    taken: [
      [14, 8],
      [16, 8],
    ],
  },
  bcrypt: {
    derivation: bcrypt,
    fieldsOf: ([cost]) => ['plain', String(cost), 'abcdefghijklmnopqrstuu'],
    digestBytes: 31,
    tried: [Array.from({ length: 33 }, (_, at) => at)],
    shares: ([cost = 0]) => [2 ** cost / 2 ** 14],
    taken: [[14], [10]],
  },
  phpass: {
    derivation: phpass,
    fieldsOf: ([log2]) => [String(log2), Buffer.alloc(8).toString('base64url')],
    tried: [Array.from({ length: 33 }, (_, at) => at)],
    shares: ([log2 = 0]) => [2 ** log2 / 2 ** 16],
    taken: [[13], [16]],
  },
};

const product = (lists: readonly (readonly number[])[]): number[][] =>
  lists.reduce<number[][]>((all, list) => all.flatMap((one) => list.map((value) => [...one, value])), [[]]);

function isTaken({ derivation, fieldsOf, digestBytes = 16 }: Limits, cost: readonly number[]): boolean {
  try {
    derivation.read(fieldsOf(cost), digestBytes, {});
    return true;
  } catch (error) {
    if (error instanceof UnusableHash) return false;
    throw error;
  }
}

/** That these limits are about as much as bcrypt at its own is measured by `npm run bench -- --hashes`. */
describe('the cost of an imported password hash', () => {
  for (const [name, limits] of Object.entries(LIMITS)) {
    it(`is within its limits, whichever parameters are at theirs together: ${name}`, () => {
      const taken = product(limits.tried).filter((cost) => isTaken(limits, cost));
      assert.ok(taken.length > 0);
      for (const cost of taken)
        for (const share of limits.shares(cost)) assert.ok(share <= 1, `${cost}: ${share} of what a login may cost`);
      for (const cost of limits.taken) assert.ok(isTaken(limits, cost), String(cost));
    });
  }
});
