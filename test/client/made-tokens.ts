import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { TokenRefused } from '../../client/src/verify/index.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { forgeWith } from '../support/hostile-tokens.ts';

export const PAIRS = {
  EdDSA: generateKeyPairSync('ed25519'),
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
};
export type Algorithm = keyof typeof PAIRS;

const signedBy = (key: KeyObject, alg: Algorithm) => (input: string) =>
  sign(alg === 'EdDSA' ? null : 'sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
export const signerOf = (alg: Algorithm, kid = 'one') => ({
  header: { alg, typ: 'JWT', kid },
  sign: signedBy(PAIRS[alg].privateKey, alg),
});
export const jwkOf = (alg: Algorithm, kid = 'one') => ({
  ...PAIRS[alg].publicKey.export({ format: 'jwk' }),
  kid,
  alg,
  use: 'sig',
});

export const claims = (more: object = {}) => {
  const now = Math.floor(Date.now() / 1000);
  return {
    sub: '7',
    purpose: 'auth',
    iss: 'latchkey',
    iat: now,
    exp: now + 900,
    auth_time: now,
    amr: ['pwd'],
    jti: randomUUID(),
    ...more,
  };
};
/** A token of one of the pairs. */
export const made = (alg: Algorithm, payload: object = claims(), header: object = {}) => {
  const signer = signerOf(alg);
  return forgeWith({ ...signer.header, ...header }, payload, signer.sign);
};

/** A key set that can be changed and taken away, and counts who asks. */
export async function serveKeys(t: TestContext, initial: readonly object[]) {
  const state = { keys: initial, status: 200, asked: 0, headers: { 'cache-control': 'public, max-age=20' } };
  const server = createServer((_, response) => {
    state.asked += 1;
    response.writeHead(state.status, state.headers).end(JSON.stringify({ keys: state.keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUpAfter(t, () => server.close());
  return Object.assign(state, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json` });
}

export const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'good',
    (error: unknown) => {
      assert.ok(error instanceof TokenRefused, String(error));
      return error.code;
    },
  );

/** Turns the clock of the process ahead. */
export function turnClock(t: TestContext) {
  let aheadMs = 0;
  const real = Date.now;
  t.mock.method(Date, 'now', () => real() + aheadMs);
  return (ms: number) => {
    aheadMs += ms;
  };
}
