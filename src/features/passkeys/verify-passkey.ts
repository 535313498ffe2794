import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { Refusal } from '../../core/refusal.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import type { Statement } from '../../store/engine/database.ts';
import type { RelyingParty } from './services.ts';
import type { NewPasskey, OwnedPasskey } from './table.ts';

/** The credential as the browser's `toJSON()` returns it, unchecked. */
export type SentCredential = Readonly<Record<string, unknown>>;

/** The reason is logged but not sent to the client. */
export const invalidPasskey = (reason: string): Refusal => new Refusal('invalid_passkey', {}, reason);

/** Returns the statement that uses a challenge up, or undefined if the challenge is invalid. */
type CheckChallenge = (challenge: string) => Statement | undefined;

/** COSE algorithms in order of preference: Ed25519, ECDSA with P-256, RSA PKCS#1 (Windows Hello). */
export const ALGORITHMS = [-8, -7, -257];
const SYNCED = 'multiDevice';

/** Loaded on first use, because its 25 packages would slow down the start. */
const library = () => import('@simplewebauthn/server');
const libraryHelpers = () => import('@simplewebauthn/server/helpers');

/** The library throws for some faults and returns false for others: both are refused here. */
async function verified<T extends { readonly verified: boolean }>(verification: () => Promise<T>): Promise<T> {
  let result: T;
  try {
    result = await verification();
  } catch (error) {
    throw invalidPasskey(reasonOf(error));
  }
  if (!result.verified) throw invalidPasskey('the signature is wrong');
  return result;
}

/** Keeps the statement for the challenge in the credential, which only the library reads. */
function expectChallenge(check: CheckChallenge) {
  const found: { spend?: Statement } = {};
  const expectedChallenge = (challenge: string): boolean => {
    const spend = check(challenge);
    if (spend) found.spend = spend;
    return spend !== undefined;
  };
  const spend = (): Statement => {
    if (!found.spend) throw invalidPasskey('no challenge was answered');
    return found.spend;
  };
  return { expectedChallenge, spend };
}

const expectationsOf = ({ id, origins }: RelyingParty) => ({
  expectedRPID: id,
  expectedOrigin: [...origins],
  requireUserVerification: true,
});

/** A browser that creates a passkey on its own does not verify the user's presence or identity (WebAuthn 3, 7.1). */
const QUIET = { requireUserPresence: false, requireUserVerification: false };

/** The browser's description of the ceremony, unverified. */
async function clientDataOf({ response }: SentCredential) {
  const { decodeClientDataJSON } = await libraryHelpers();
  const { clientDataJSON } = (response ?? {}) as { clientDataJSON?: unknown };
  try {
    const { challenge, crossOrigin = false, topOrigin } = decodeClientDataJSON(String(clientDataJSON));
    return { challenge, crossOrigin, topOrigin };
  } catch {
    throw invalidPasskey('its client data is not valid JSON');
  }
}

/** The challenge that the browser claims to have answered. */
export const challengeOf = async (credential: SentCredential): Promise<string> =>
  String((await clientDataOf(credential)).challenge);

/** The library accepts most of these. Latchkey's pages are never framed, so an embedding page is foreign. */
async function refuseFrames(credential: SentCredential): Promise<void> {
  const { crossOrigin, topOrigin } = await clientDataOf(credential);
  if (crossOrigin !== false || topOrigin !== undefined)
    throw invalidPasskey('it was used in a frame of another origin');
}

export interface VerifiedAssertion {
  readonly spendChallenge: Statement;
  readonly signCount: number;
  readonly synced: boolean;
  readonly backedUp: boolean;
}

/** Verifies that an owner whom the device verified has just used the passkey on one of Latchkey's pages. */
export async function verifyAssertion(
  party: RelyingParty,
  passkey: OwnedPasskey,
  credential: SentCredential,
  checkChallenge: CheckChallenge,
): Promise<VerifiedAssertion> {
  const { verifyAuthenticationResponse } = await library();
  await refuseFrames(credential);
  const { expectedChallenge, spend } = expectChallenge(checkChallenge);
  const { authenticationInfo: info } = await verified(() =>
    verifyAuthenticationResponse({
      ...expectationsOf(party),
      response: credential as unknown as AuthenticationResponseJSON,
      expectedChallenge,
      credential: {
        id: passkey.credentialId,
        publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.signCount,
      },
    }),
  );
  // The library does not compare them. The handle is unsigned, but must name the owner (WebAuthn 7.2, step 6).
  const { userHandle } = credential.response as { userHandle?: unknown };
  if (passkey.handle === null || userHandle !== passkey.handle) throw invalidPasskey('it names another user');
  return {
    spendChallenge: spend(),
    signCount: info.newCounter,
    synced: info.credentialDeviceType === SYNCED,
    backedUp: info.credentialBackedUp,
  };
}

interface VerifiedRegistration {
  readonly spendChallenge: Statement;
  readonly passkey: Omit<NewPasskey, 'name'>;
}

/** Verifies a passkey created on Latchkey's pages, by a device that verified its user unless created quietly. */
export async function verifyRegistration(
  party: RelyingParty,
  credential: SentCredential,
  checkChallenge: CheckChallenge,
  isQuiet: boolean,
): Promise<VerifiedRegistration> {
  const { verifyRegistrationResponse } = await library();
  await refuseFrames(credential);
  const { expectedChallenge, spend } = expectChallenge(checkChallenge);
  const { registrationInfo: info } = await verified(async () => {
    await refuseAttestation(credential);
    return verifyRegistrationResponse({
      ...expectationsOf(party),
      ...(isQuiet && QUIET),
      response: credential as unknown as RegistrationResponseJSON,
      expectedChallenge,
      supportedAlgorithmIDs: ALGORITHMS,
    });
  });
  if (!info) throw invalidPasskey('nothing was registered');
  const { cose, decodeCredentialPublicKey } = await libraryHelpers();
  return {
    spendChallenge: spend(),
    passkey: {
      credentialId: info.credential.id,
      publicKey: Buffer.from(info.credential.publicKey).toString('base64url'),
      algorithm: Number(decodeCredentialPublicKey(info.credential.publicKey).get(cose.COSEKEYS.alg)),
      signCount: info.credential.counter,
      synced: info.credentialDeviceType === SYNCED,
      backedUp: info.credentialBackedUp,
      transports: knownTransports(info.credential.transports ?? []),
      aaguid: info.aaguid,
      rpId: party.id,
    },
  };
}

/**
 * Attestation is not requested. It is refused if it has certificates: to verify those, the library would fetch
 * revocation lists from addresses that the sender chooses.
 */
async function refuseAttestation({ response }: SentCredential): Promise<void> {
  const { decodeAttestationObject } = await libraryHelpers();
  const { attestationObject } = (response ?? {}) as { attestationObject?: unknown };
  const decoded = decodeAttestationObject(Uint8Array.from(Buffer.from(String(attestationObject), 'base64url')));
  const [format, statement] = [decoded.get('fmt'), decoded.get('attStmt')];
  const isPlain = format === 'none' || (format === 'packed' && statement.get('x5c') === undefined);
  if (!isPlain) throw invalidPasskey(`attestation ${String(format).slice(0, 20)} was not asked for`);
}

const TRANSPORTS: ReadonlySet<string> = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);
/** The client's list is unsigned, so only known values are kept. */
const knownTransports = (sent: unknown): string[] =>
  Array.isArray(sent) ? [...new Set(sent.filter((transport) => TRANSPORTS.has(transport)).map(String))] : [];
