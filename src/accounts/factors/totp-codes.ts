/** Codes of authenticator apps (RFC 6238) as every app makes them: SHA-1, six digits, 30 seconds. */

/** A code of the step before or after is good too: clocks differ, and people type slowly. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** Loaded when first needed, because most processes and commands never do. */
const load = () => import('otpauth');

/** A new secret, in the base32 that people type and QR codes hold. */
export async function newSecret(): Promise<string> {
  const { Secret } = await load();
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address that authenticator apps read from a QR code. */
export async function otpauthUrl(secret: string, account: { issuer: string; label: string }): Promise<string> {
  const { TOTP, Secret } = await load();
  return new TOTP({ ...account, secret: Secret.fromBase32(secret) }).toString();
}

/** The time step that a code belongs to; undefined when it is wrong. */
export async function stepOfCode(secret: string, code: string, nowMs: number): Promise<number | undefined> {
  const { TOTP, Secret } = await load();
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp: nowMs, window: WINDOW });
  return delta === null ? undefined : TOTP.counter({ timestamp: nowMs }) + delta;
}
