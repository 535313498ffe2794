import { fixedRing, type SigningKey, type SigningKeyRing } from '../keys/signing-key.ts';
import { createTokenSigner } from './token-signer.ts';
import { createTokenVerifier } from './token-verifier.ts';

const PURPOSE = 'diagnosis';
/** The lifetime: long enough for clocks that differ by minutes, a fault that the doctor detects. */
const LIFETIME_MS = 10 * 60_000;

/** Proves to the service that latchkey doctor has its keys. It has no subject, so no operation accepts it. */
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
