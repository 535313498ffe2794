import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { argon2 } from '../../src/imports/hashes/argon2.ts';
import { bcrypt } from '../../src/imports/hashes/bcrypt.ts';
import type { Derivation, Derived } from '../../src/imports/hashes/derivation.ts';
import { pbkdf2 } from '../../src/imports/hashes/pbkdf2.ts';
import { scrypt } from '../../src/imports/hashes/scrypt.ts';

const SALT = Buffer.alloc(16, 7).toString('base64url');
const MAX_BYTES = 512;

/** The largest number of rounds that is taken, which the refusal of more names. */
function mostRounds(derivation: Derivation, fieldsOf: (rounds: number) => readonly string[], bytes: number): number {
  try {
    derivation.read(fieldsOf(9_999_999_999), bytes, {});
  } catch (error) {
    return Number(/at most (\d+)/.exec(String(error))?.[1] ?? assert.fail(String(error)));
  }
  return assert.fail('any number is taken');
}

/** An eighth of the rounds: so that the test does not take a second for each. */
const eighth = (derivation: Derivation, fieldsOf: (rounds: number) => readonly string[], bytes: number): Derived =>
  derivation.read(fieldsOf(Math.ceil(mostRounds(derivation, fieldsOf, bytes) / 8)), bytes, {});

/** The largest of each parameter, with the largest that is taken of the others. */
const LARGEST: Readonly<Record<string, Derived>> = Object.fromEntries([
  ...['sha1', 'sha224', 'sha256', 'sha384', 'sha512'].flatMap((digest) =>
    [16, 64, MAX_BYTES].map((bytes) => [
      `pbkdf2 ${digest}, ${bytes} bytes`,
      eighth(pbkdf2, (rounds) => [digest, String(rounds), SALT], bytes),
    ]),
  ),
  ...['argon2d', 'argon2i', 'argon2id'].flatMap((algorithm) =>
    (
      [
        [8, 1],
        [128, 16],
        [1024, 16],
        [131_072, 16],
      ] as const
    ).map(([memory, lanes]) => [
      `${algorithm}, ${memory} KiB, ${lanes} lanes`,
      eighth(argon2, (passes) => [algorithm, '19', ...[memory, passes, lanes].map(String), SALT], MAX_BYTES),
    ]),
  ),
  ...(
    [
      [65_536, 2, 1],
      [16_384, 1, 8],
      [2048, 64, 1],
      [32, 64, 64],
    ] as const
  ).map((cost) => [`scrypt ${cost.join(' ')}`, scrypt.read(['', ...cost.map(String), SALT], MAX_BYTES, {})]),
]);

async function spentMs({ derive }: Derived): Promise<number> {
  const before = process.cpuUsage();
  await derive('x'.repeat(256));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe('password hashes of other systems', () => {
  it('cost about as much as bcrypt at its limit, and no more, however their parameters are chosen', async () => {
    const reference = bcrypt.read(['plain', '11', 'abcdefghijklmnopqrstuu'], 31, {});
    await spentMs(reference);
    const mostMs = 1.7 * (await spentMs(reference));
    for (const [name, derived] of Object.entries(LARGEST)) {
      let ms = await spentMs(derived);
      // Once more, in case something else took the time.
      if (ms >= mostMs) ms = await spentMs(derived);
      assert.ok(ms < mostMs, `${name}: ${ms} ms, and at most ${mostMs}`);
    }
  });
});
