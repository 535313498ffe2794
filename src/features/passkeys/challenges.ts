import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { DataKeys } from '../../keys/data-keys.ts';
import * as spent from '../../store/tables/spent-proofs.ts';
import type { ChallengePurpose, Challenges } from './services.ts';

/** How long a challenge can be answered. Browsers use it as their timeout. */
export const CHALLENGE_MS = 10 * 60_000;
/**
 * How long used challenges are remembered: longer than a challenge works, so that the clocks of the service and of the
 * database may differ.
 */
const KEPT_MS = 3 * CHALLENGE_MS;

const PURPOSES: Readonly<Record<ChallengePurpose, number>> = { authenticate: 1, register: 2, registerQuietly: 3 };

/** Any user may answer a login challenge, because the user is not known yet. */
const NOBODY = 0;

const RANDOM_BYTES = 16;
const NUMBER_BYTES = 6;
const BODY_BYTES = RANDOM_BYTES + NUMBER_BYTES + 1 + NUMBER_BYTES;
const KEY_USE = 'passkey challenge';

export function createChallenges(dataKeys: DataKeys, nowMs: () => number): Challenges {
  const macOf = (key: Buffer, body: Buffer): Buffer => createHmac('sha256', key).update(body).digest();
  const bodyOf = (random: Buffer, expiresAtMs: number, purpose: ChallengePurpose, userId: number): Buffer => {
    const body = Buffer.alloc(BODY_BYTES);
    random.copy(body);
    body.writeUIntBE(expiresAtMs, RANDOM_BYTES, NUMBER_BYTES);
    body.writeUInt8(PURPOSES[purpose], RANDOM_BYTES + NUMBER_BYTES);
    body.writeUIntBE(userId, RANDOM_BYTES + NUMBER_BYTES + 1, NUMBER_BYTES);
    return body;
  };
  return {
    issue(purpose, userId = NOBODY) {
      const [key] = dataKeys.subkeys(KEY_USE);
      if (!key) throw new Error('there is no data key to create challenges with');
      const body = bodyOf(randomBytes(RANDOM_BYTES), nowMs() + CHALLENGE_MS, purpose, userId);
      return Buffer.concat([body, macOf(key, body)]).toString('base64url');
    },
    check(challenge, purpose, userId = NOBODY) {
      const bytes = Buffer.from(challenge, 'base64url');
      const [body, mac] = [bytes.subarray(0, BODY_BYTES), bytes.subarray(BODY_BYTES)];
      const isOurs = dataKeys.subkeys(KEY_USE).some((key) => {
        const expected = macOf(key, body);
        return expected.length === mac.length && timingSafeEqual(expected, mac);
      });
      if (!isOurs) return undefined;
      const expiresAtMs = body.readUIntBE(RANDOM_BYTES, NUMBER_BYTES);
      if (expiresAtMs <= nowMs()) return undefined;
      if (!body.equals(bodyOf(body.subarray(0, RANDOM_BYTES), expiresAtMs, purpose, userId))) return undefined;
      // Hashes the bytes, because base64url has several spellings of the same bytes.
      return spent.spend(createHash('sha256').update(bytes).digest('base64url'), KEPT_MS);
    },
  };
}
