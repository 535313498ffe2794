/** Codes of authenticator apps (RFC 6238) as every app computes them: SHA-1, six digits, 30 seconds. */

/** The codes of the adjacent steps are valid too: clocks differ, and people type slowly. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** Loaded on first use, because most processes and commands never need it. */
const load = () => import('otpauth');

/** A new secret, in base32 for people and QR codes. */
export async function newSecret(): Promise<string> {
  const { Secret } = await load();
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The URL that authenticator apps read from a QR code. */
export async function otpauthUrl(secret: string, account: { issuer: string; label: string }): Promise<string> {
  const { TOTP, Secret } = await load();
  return new TOTP({ ...account, secret: Secret.fromBase32(secret) }).toString();
}

/** The time step of a code; undefined if the code is wrong. */
export async function stepOfCode(secret: string, code: string, nowMs: number): Promise<number | undefined> {
  const { TOTP, Secret } = await load();
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp: nowMs, window: WINDOW });
  return delta === null ? undefined : TOTP.counter({ timestamp: nowMs }) + delta;
}
