import { argon2 } from '../src/imports/hashes/argon2.ts';
import { bcrypt } from '../src/imports/hashes/bcrypt.ts';
import type { Derivation, Derived } from '../src/imports/hashes/derivation.ts';
import { pbkdf2 } from '../src/imports/hashes/pbkdf2.ts';
import { scrypt } from '../src/imports/hashes/scrypt.ts';
import type { Screen } from './growth.ts';
import { median } from './statistics.ts';
import { number, table } from './table.ts';

const SALT = Buffer.alloc(16, 7).toString('base64url');
const MAX_BYTES = 512;
const ROUNDS = 5;

/** Reads fields with the largest number of rounds that is accepted, which the refusal of more names. */
function atLimit(derivation: Derivation, bytes: number, fieldsOf: (rounds: string) => readonly string[]): Derived {
  let most: string | undefined;
  try {
    derivation.read(fieldsOf('9999999999'), bytes, {});
  } catch (error) {
    [, most] = /at most (\d+)/.exec(String(error)) ?? [];
  }
  if (!most) throw new Error(`${derivation.name} has no limit`);
  return derivation.read(fieldsOf(most), bytes, {});
}

/** The largest value of each parameter, with the largest that is accepted of the others. */
function* costliest(): Generator<readonly [name: string, Derived]> {
  yield ['bcrypt, cost 14', bcrypt.read(['plain', '14', 'abcdefghijklmnopqrstuu'], 31, {})];
  for (const digest of ['sha1', 'sha224', 'sha256', 'sha384', 'sha512']) {
    for (const bytes of [16, 64, MAX_BYTES])
      yield [`pbkdf2 ${digest}, ${bytes} bytes`, atLimit(pbkdf2, bytes, (rounds) => [digest, rounds, SALT])];
  }
  for (const algorithm of ['argon2d', 'argon2i', 'argon2id']) {
    for (const [memory, lanes] of [
      ['8', '1'],
      ['128', '16'],
      ['1024', '16'],
      ['131072', '16'],
    ] as const)
      yield [
        `${algorithm}, ${memory} KiB, ${lanes} lanes`,
        atLimit(argon2, MAX_BYTES, (passes) => [algorithm, '19', memory, passes, lanes, SALT]),
      ];
  }
  for (const cost of ['65536 2 1', '16384 1 8', '2048 64 1', '32 64 64'])
    yield [`scrypt ${cost}`, scrypt.read(['', ...cost.split(' '), SALT], MAX_BYTES, {})];
}

async function spentMs({ derive }: Derived): Promise<number> {
  const before = process.cpuUsage();
  await derive('x'.repeat(256));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The processor time of the costliest hashes of other systems that are accepted, in turn with bcrypt at its limit. */
export async function hashes({ print, progress }: Screen): Promise<void> {
  const subjects = [...costliest()].map(([name, derived]) => ({ name, derived, ms: [] as number[] }));
  for (let round = 1; round <= ROUNDS; round++) {
    for (const { name, derived, ms } of subjects) {
      progress(`round ${round} of ${ROUNDS}: ${name}`);
      ms.push(await spentMs(derived));
    }
  }
  progress('');
  const referenceMs = median(subjects[0]?.ms ?? []);
  print(
    table(
      ['at its limit', 'CPU (ms)', 'of bcrypt'],
      subjects.map(({ name, ms }) => [name, number(median(ms)), number(median(ms) / referenceMs)]),
    ),
  );
}
