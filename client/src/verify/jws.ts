/** The parts of a token, unverified. */
export interface Jws {
  readonly alg: unknown;
  readonly typ: string;
  readonly kid: string | undefined;
  readonly payload: Readonly<Record<string, unknown>>;
  /** What was signed, and the signature. */
  readonly input: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
}

/** Longer than any of Latchkey's tokens. */
const MAX_LENGTH = 4096;

/** Throws for anything that is not three parts of strict base64url, the first two of them JSON objects. */
export function parseJws(token: string): Jws {
  const parts = token.split('.');
  const [header = '', payload = '', signature = ''] = parts;
  if (parts.length !== 3 || token.length > MAX_LENGTH) throw new Error('not a token');
  const { alg, typ = 'JWT', kid, ...others } = objectIn(header);
  // Others (`jwk`, `jku`, `x5u`, `crit`) would let the sender choose the key.
  if (Object.keys(others).length > 0) throw new Error('the header has unknown members');
  if (typeof typ !== 'string' || (kid !== undefined && typeof kid !== 'string')) throw new Error('not a header');
  return {
    ...{ alg, typ, kid },
    payload: objectIn(payload),
    input: new TextEncoder().encode(`${header}.${payload}`),
    signature: bytesOf(signature),
  };
}

function objectIn(encoded: string): Record<string, unknown> {
  const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(encoded)));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('not an object');
  return value as Record<string, unknown>;
}

/** Accepts only the canonical encoding: the last character has unused bits. */
function bytesOf(encoded: string): Uint8Array<ArrayBuffer> {
  const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
  const canonical = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  if (canonical !== encoded) throw new Error('not base64url');
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
