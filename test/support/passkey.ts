import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Answers } from './answers.ts';
import { FRONTEND_URL, logIn, type Service } from './service.ts';

/** CBOR (RFC 8949) of the few types that authenticators send. */
type Cbor = number | string | Buffer | Map<number | string, Cbor>;
function cbor(value: Cbor): Buffer {
  const head = (major: number, length: number): Buffer => {
    if (length < 24) return Buffer.from([(major << 5) | length]);
    if (length < 256) return Buffer.from([(major << 5) | 24, length]);
    return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const members = [...value].flatMap(([key, member]) => [cbor(key), cbor(member)]);
  return Buffer.concat([head(5, value.size), ...members]);
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const FLAGS = { UP: 1, UV: 4, BE: 8, BS: 16, AT: 64 };

/** What an authenticator or a browser may get wrong; each is off unless given. */
export interface Faults {
  readonly origin?: string;
  /** Whether the page is in a frame of another origin, and of which. */
  readonly crossOrigin?: boolean;
  readonly topOrigin?: string;
  readonly rpId?: string;
  readonly userHandle?: string | null;
  readonly challenge?: string;
  readonly type?: string;
  readonly withoutUserPresence?: boolean;
  readonly withoutUserVerification?: boolean;
  readonly bogusSignature?: boolean;
  readonly signCount?: number;
  /** The format and the certificates of an attestation. */
  readonly attestation?: readonly [format: string, certificates: readonly Buffer[]];
}

export interface SentCredential {
  readonly id: string;
  readonly rawId: string;
  readonly type: string;
  readonly clientExtensionResults: object;
  readonly response: Readonly<Record<string, unknown>>;
}

type CreationOptions = Answers['POST /api/me/passkeys/options']['options'];
type RequestOptions = Answers['POST /api/login/passkey/options']['options'];

const clientData = (type: string, challenge: string, { origin = FRONTEND_URL, ...faults }: Faults): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: faults.type ?? type,
      challenge: faults.challenge ?? challenge,
      origin,
      crossOrigin: faults.crossOrigin ?? false,
      topOrigin: faults.topOrigin,
    }),
  );

/**
 * An authenticator with one passkey, and the browser in front of it, as the specification describes them (WebAuthn,
 * 6.3): ES256, attestation none.
 */
export class Authenticator {
  readonly credentialId = randomBytes(32);
  readonly #key: KeyObject;
  readonly #publicKey: KeyObject;
  readonly #synced: boolean;
  /** Null: it does not count. */
  #signCount: number | null;
  #userHandle = '';

  constructor({ synced = false, counts = true } = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    this.#publicKey = publicKey;
    this.#synced = synced;
    this.#signCount = counts ? 0 : null;
  }

  get id(): string {
    return this.credentialId.toString('base64url');
  }

  get userHandle(): string {
    return this.#userHandle;
  }

  #authenticatorData(rpId: string, faults: Faults, attested: Buffer = Buffer.alloc(0)): Buffer {
    if (this.#signCount !== null) this.#signCount += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(faults.signCount ?? this.#signCount ?? 0);
    const flags =
      (faults.withoutUserPresence ? 0 : FLAGS.UP) |
      (faults.withoutUserVerification ? 0 : FLAGS.UV) |
      (this.#synced ? FLAGS.BE | FLAGS.BS : 0) |
      (attested.length > 0 ? FLAGS.AT : 0);
    return Buffer.concat([sha256(faults.rpId ?? rpId), Buffer.from([flags]), count, attested]);
  }

  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    const [bytesX, bytesY] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
    return cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytesX],
        [-3, bytesY],
      ]),
    );
  }

  /** navigator.credentials.create() */
  create(options: CreationOptions, faults: Faults = {}): SentCredential {
    this.#userHandle = options.user.id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.credentialId, this.#coseKey()]);
    const authData = this.#authenticatorData(options.rp.id, faults, attested);
    const [format = 'none', certificates = []] = faults.attestation ?? [];
    const statement = new Map<string, Cbor>(certificates.map((certificate) => ['x5c', certificate]));
    const attestationObject = cbor(
      new Map<string, Cbor>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', authData],
      ]),
    );
    return this.#sent({
      clientDataJSON: clientData('webauthn.create', options.challenge, faults).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal', 'hybrid', 'carrier-pigeon'],
    });
  }

  /** navigator.credentials.get() */
  get(options: Pick<RequestOptions, 'challenge' | 'rpId'>, faults: Faults = {}): SentCredential {
    const authData = this.#authenticatorData(options.rpId, faults);
    const data = clientData('webauthn.get', options.challenge, faults);
    const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), this.#key);
    if (faults.bogusSignature)
      signature.writeUInt8(signature.readUInt8(signature.length - 1) ^ 1, signature.length - 1);
    const { userHandle = this.#userHandle } = faults;
    return this.#sent({
      clientDataJSON: data.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      ...(userHandle !== null && { userHandle }),
    });
  }

  #sent(response: Readonly<Record<string, unknown>>): SentCredential {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }
}

/** The options that a page asks for before a login. */
export async function loginOptions(service: Service): Promise<RequestOptions> {
  const answer = await service.request('POST', '/api/login/passkey/options');
  assert.equal(answer.status, 200, answer.text);
  return answer.data.options;
}

export async function creationOptions(service: Service, token: string, body?: object): Promise<CreationOptions> {
  const answer = await service.request('POST', '/api/me/passkeys/options', { token, body });
  assert.equal(answer.status, 200, answer.text);
  return answer.data.options;
}

export const postPasskey = async (service: Service, authenticator: Authenticator, faults?: Faults) =>
  service.request('POST', '/api/login/passkey', {
    body: { credential: authenticator.get(await loginOptions(service), faults) },
  });

/** Adds a passkey to the account of this access token. */
export async function addPasskey(
  service: Service,
  token: string,
  authenticator = new Authenticator(),
  name?: string,
): Promise<Authenticator> {
  const credential = authenticator.create(await creationOptions(service, token));
  const answer = await service.request('POST', '/api/me/passkeys', { token, body: { credential, name } });
  assert.equal(answer.status, 201, answer.text);
  return authenticator;
}

/** Logs in, adds a passkey and logs out again. */
export async function withPasskey(
  service: Service,
  account: { readonly email: string; readonly password: string },
  authenticator?: Authenticator,
): Promise<Authenticator> {
  const { access_token: token, refresh_token } = (await logIn(service, account)).data;
  const added = await addPasskey(service, token, authenticator);
  await service.request('POST', '/api/logout', { body: { refresh_token } });
  return added;
}
