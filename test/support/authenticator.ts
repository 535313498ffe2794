import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { Account, Service, Session } from './service.ts';
import { logIn } from './service.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

const base32Bytes = (text: string): Buffer => {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

/** An authenticator app of our own, after RFC 4226 and 6238: it judges the library that the service uses. */
export function codeOfApp(secret: string, atMs: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / STEP_MS)));
  const mac = createHmac('sha1', base32Bytes(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

/**
 * Turns the clock to the beginning of a time step, a later one than that of any code before. No e-mail is on its way
 * then: its lease would end while it is being sent, and whoever waits for it would wait for another lease.
 */
export async function atNextStep({ clock, emailsTo }: Pick<Service, 'clock' | 'emailsTo'>): Promise<number> {
  await emailsTo('');
  await clock.advance(STEP_MS - (clock.nowMs() % STEP_MS) + 500);
  return clock.nowMs();
}

export interface ProtectedAccount extends Session {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Adds an authenticator app with the access token of a recent login. */
export async function addApp(service: Service, account: Account, token: string): Promise<ProtectedAccount> {
  const begun = await service.request('POST', '/api/me/totp', { token });
  assert.equal(begun.status, 201, begun.text);
  const { secret } = begun.data;
  const code = codeOfApp(secret, await atNextStep(service));
  const confirmed = await service.request('POST', '/api/me/totp/confirm', { token, body: { code } });
  assert.equal(confirmed.status, 200, confirmed.text);
  return { ...account, accessToken: token, refreshToken: '', secret, recoveryCodes: confirmed.data.recovery_codes };
}

export const protectedBy = async (service: Service, account: Account): Promise<ProtectedAccount> =>
  addApp(service, account, (await logIn(service, account)).data.access_token);
