import { createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { SIGNING_SECRET } from './service.ts';

export const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

export const hmac = (input: string, secret: string | Buffer = SIGNING_SECRET, hash = 'sha256'): string =>
  createHmac(hash, secret).update(input).digest('base64url');

type Sign = (input: string) => string;

/** A token of the shared secret. */
export const forge = (header: unknown, payload: unknown): string => forgeWith(header, payload, (input) => hmac(input));

/** A token made by hand, so that nothing which a library would refuse to make is left out. */
export function forgeWith(header: unknown, payload: unknown, signature: Sign): string {
  const input = `${encode(header)}.${encode(payload)}`;
  return `${input}.${signature(input)}`;
}

export const HEADER = { alg: 'HS256', typ: 'JWT' };
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }) as string;
const signedBy = (key: KeyObject) => (input: string) =>
  sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** The same signature, bit for bit, in another spelling: the last character has two bits to spare. */
const respelled = (token: string): string =>
  `${token.slice(0, -1)}${BASE64URL[BASE64URL.indexOf(token.at(-1) ?? '') + 1]}`;

export interface Good {
  readonly claims: Record<string, unknown>;
  readonly token: string;
}

/** What the good tokens are made with: by default the shared secret. */
export interface Signer {
  readonly header: object;
  readonly sign: Sign;
}

const SHARED_SECRET: Signer = { header: HEADER, sign: (input) => hmac(input) };

/** Every one of them would be believed by some verifier that was once in use. */
export function hostileTokens({ claims, token }: Good, signer: Signer = SHARED_SECRET): Record<string, string> {
  const { header: good } = signer;
  const forge = (header: unknown, payload: unknown, sign: Sign = signer.sign) => forgeWith(header, payload, sign);
  const [header = '', payload = '', signature = ''] = token.split('.');
  const withHeader = (extra: object) => forge({ ...good, ...extra }, claims);
  const withClaims = (changed: object) => forge(good, { ...claims, ...changed });
  const { exp: _exp, ...withoutExp } = claims;
  const { sub: _sub, ...withoutSub } = claims;
  return {
    'no signature, alg none': forge({ alg: 'none', typ: 'JWT' }, claims, () => ''),
    'no signature, alg None': forge({ alg: 'None' }, claims, () => ''),
    'no signature, alg NONE': forge({ alg: 'NONE' }, claims, () => ''),
    'alg none with a right HMAC': forge({ alg: 'none' }, claims),
    'no signature under HS256': `${header}.${payload}.`,
    'no signature and no dot for it': `${header}.${payload}`,
    'no alg': forge({ typ: 'JWT' }, claims),
    'alg null': forge({ alg: null }, claims),
    'alg a list': forge({ alg: ['HS256'] }, claims),
    'alg in small letters': forge({ alg: 'hs256' }, claims),
    'alg with a blank': forge({ alg: 'HS256 ' }, claims),
    HS384: forge({ ...good, alg: 'HS384' }, claims, (input) => hmac(input, SIGNING_SECRET, 'sha384')),
    HS512: forge({ ...good, alg: 'HS512' }, claims, (input) => hmac(input, SIGNING_SECRET, 'sha512')),
    RS256: forge({ ...good, alg: 'RS256' }, claims, signedBy(rsa.privateKey)),
    ES256: forge({ ...good, alg: 'ES256' }, claims, signedBy(p256.privateKey)),
    'RS256 claimed, HMAC made': forge({ ...good, alg: 'RS256' }, claims, (input) => hmac(input)),
    'HMAC with a public key as the secret': forge(good, claims, (input) => hmac(input, pem(rsa.publicKey))),
    'HMAC with an empty secret': forge(good, claims, (input) => hmac(input, '')),
    'HMAC with a blank': forge(good, claims, (input) => hmac(input, ' ')),
    'HMAC with another secret': forge(good, claims, (input) => hmac(input, randomBytes(32))),
    'HMAC with the secret and a line end': forge(good, claims, (input) => hmac(input, `${SIGNING_SECRET}\n`)),
    'crit with an unknown extension': withHeader({ crit: ['x'], x: 1 }),
    'crit empty': withHeader({ crit: [] }),
    'crit and b64': withHeader({ crit: ['b64'], b64: false }),
    'a key of its own (jwk)': withHeader({ jwk: { kty: 'oct', k: encode('x') } }),
    'a key set elsewhere (jku)': withHeader({ jku: 'http://127.0.0.1:1/jwks.json' }),
    'a certificate elsewhere (x5u)': withHeader({ x5u: 'http://127.0.0.1:1/cert' }),
    'a certificate inside (x5c)': withHeader({ x5c: ['MIIB'] }),
    'kid unknown': withHeader({ kid: 'other' }),
    'kid empty': withHeader({ kid: '' }),
    'kid a path': withHeader({ kid: '../../../../../../dev/null' }),
    'kid an injection': withHeader({ kid: "x' UNION SELECT 'a" }),
    'kid a prototype': withHeader({ kid: '__proto__' }),
    'kid a list': withHeader({ kid: ['a'] }),
    'kid null': withHeader({ kid: null }),
    'typ of another token': withHeader({ typ: 'dpop+jwt' }),
    'compressed (zip)': withHeader({ zip: 'DEF' }),
    'five parts, as encrypted tokens have': `${encode({ alg: 'dir', enc: 'A256GCM' })}..${encode('iv')}.${payload}.${signature}`,
    'four parts': `${token}.${signature}`,
    truncated: token.slice(0, -4),
    'one character less': token.slice(0, -1),
    'signature respelled': respelled(token),
    'signature ending in a character of two bytes, right after a good one': `${token.slice(0, -1)}é`,
    'signature padded': `${token}=`,
    'header padded': `${header}=.${payload}.${signature}`,
    'a blank inside': `${header}. ${payload}.${signature}`,
    'a character more in the payload': `${header}.${payload}A.${signature}`,
    'claims changed after signing': `${header}.${encode({ ...claims, sub: '2' })}.${signature}`,
    'the header of another key': `${encode({ ...good, x: 1 })}.${payload}.${signature}`,
    'payload no JSON': forge(good, 'hello'),
    'payload a list': forge(good, [claims]),
    'payload null': forge(good, 'null'),
    'header no JSON': forge('hello', claims),
    'header a list': forge([good], claims),
    'no exp': forge(good, withoutExp),
    'exp text': withClaims({ exp: String(claims.exp) }),
    'exp null': withClaims({ exp: null }),
    'exp endless': forge(good, JSON.stringify(claims).replace(String(claims.exp), '1e999')),
    'exp now': withClaims({ exp: Math.floor(Date.now() / 1000) }),
    'exp past': withClaims({ exp: 1 }),
    'nbf to come': withClaims({ nbf: Number(claims.exp) + 3600 }),
    'no sub': forge(good, withoutSub),
    'sub a number': withClaims({ sub: 1 }),
    'sub 0': withClaims({ sub: '0' }),
    'sub 01': withClaims({ sub: '01' }),
    'sub -1': withClaims({ sub: '-1' }),
    'sub 1e3': withClaims({ sub: '1e3' }),
    'sub 1.0': withClaims({ sub: '1.0' }),
    'sub with a blank': withClaims({ sub: ' 1' }),
    'sub with a line end': withClaims({ sub: '1\n' }),
    'sub in other digits': withClaims({ sub: '١' }),
    'sub 2^63': withClaims({ sub: '9223372036854775808' }),
    'sub 2^53': withClaims({ sub: '9007199254740992' }),
    'sub an injection': withClaims({ sub: '1 OR 1=1' }),
    'sub a list': withClaims({ sub: ['1'] }),
    'longer than any of ours': forge(good, { ...claims, pad: 'x'.repeat(5000) }),
  };
}
