import { randomUUID } from 'node:crypto';
import { createSigner, createVerifier } from 'fast-jwt';

export const VERIFICATION_TTL_MS = 24 * 60 * 60 * 1000;
export const RESET_TTL_MS = 30 * 60 * 1000;

export const PURPOSES = ['auth', 'account_verification', 'password_reset'] as const;
export type Purpose = (typeof PURPOSES)[number];

export interface Claims {
  readonly userId: number;
  readonly purpose: string;
  /** The credential version a reset link was made for. */
  readonly version: number | undefined;
}

export interface SignedTokens {
  access(userId: number): string;
  verification(userId: number): string;
  passwordReset(userId: number, credentialVersion: number): string;
  /** The claims of a token that is ours, whole and unexpired; undefined for anything else. */
  read(token: string): Claims | undefined;
}

export interface TokenSettings {
  readonly secret: string;
  readonly issuer: string;
  /** Other services may sign with the same secret until someone names the one issuer to believe. */
  readonly issuerIsChecked: boolean;
  readonly accessTtlMs: number;
  readonly nowMs: () => number;
}

/** Ours are under 400 bytes; whatever is longer need not be decoded to be refused. */
const MAX_TOKEN_LENGTH = 4096;
const ALGORITHM = 'HS256';

export function createSignedTokens({
  secret,
  issuer,
  issuerIsChecked,
  accessTtlMs,
  nowMs,
}: TokenSettings): SignedTokens {
  const key = Buffer.from(secret, 'utf8');
  const sign = createSigner({ key, algorithm: ALGORITHM });
  // Expiry is checked here, not by the library, because it reads the clock that this process was given. No cache:
  // a cached verdict outlives what it was based on.
  const verify = createVerifier({
    key,
    algorithms: [ALGORITHM],
    cache: false,
    ...(issuerIsChecked && { allowedIss: issuer, requiredClaims: ['iss'] }),
    ignoreExpiration: true,
  });

  const issue = (userId: number, purpose: Purpose, ttlMs: number, extra: { ver?: number } = {}): string => {
    const iat = Math.floor(nowMs() / 1000);
    const exp = iat + Math.floor(ttlMs / 1000);
    return sign({ sub: String(userId), purpose, ...extra, iat, exp, jti: randomUUID(), iss: issuer });
  };

  return {
    access: (userId) => issue(userId, 'auth', accessTtlMs),
    verification: (userId) => issue(userId, 'account_verification', VERIFICATION_TTL_MS),
    passwordReset: (userId, ver) => issue(userId, 'password_reset', RESET_TTL_MS, { ver }),
    read(token) {
      if (token.length > MAX_TOKEN_LENGTH) return undefined;
      let payload: unknown;
      try {
        payload = verify(token);
      } catch {
        return undefined;
      }
      return readClaims(payload, nowMs() / 1000);
    },
  };
}

function readClaims(payload: unknown, nowSeconds: number): Claims | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const { sub, purpose, exp, ver } = payload as Record<string, unknown>;
  if (typeof exp !== 'number' || !(nowSeconds < exp)) return undefined;
  if (typeof sub !== 'string' || !/^[1-9]\d{0,15}$/.test(sub) || !Number.isSafeInteger(Number(sub))) return undefined;
  if (typeof purpose !== 'string') return undefined;
  return { userId: Number(sub), purpose, version: typeof ver === 'number' ? ver : undefined };
}
