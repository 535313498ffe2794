import { fixedRing, type SigningKey, type SigningKeyRing } from '../keys/signing-key.ts';
import { createTokenSigner } from './token-signer.ts';
import { createTokenVerifier } from './token-verifier.ts';

const PURPOSE = 'diagnosis';
/** Longer than clocks that are wrong by minutes: that is one of the things that are looked for. */
const LIFETIME_MS = 10 * 60_000;

/** Shows the service that latchkey doctor has its keys. Without a subject, no operation takes it for anybody. */
export const diagnosisToken = (keys: readonly SigningKey[], nowMs: number): string =>
  createTokenSigner(fixedRing(...keys))({ purpose: PURPOSE, exp: Math.floor((nowMs + LIFETIME_MS) / 1000) }, nowMs);

export function createDiagnosisCheck(keys: SigningKeyRing, nowMs: () => number): (token: string) => boolean {
  const verify = createTokenVerifier(keys, { issuer: undefined, audience: undefined });
  return (token) => {
    try {
      const { purpose, exp } = verify(token) ?? {};
      return purpose === PURPOSE && typeof exp === 'number' && exp * 1000 > nowMs();
    } catch {
      return false;
    }
  };
}
