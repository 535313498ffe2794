import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { reasonOf } from '../../../lib/reason-of.ts';
import type { Statement } from '../../../store/engine/database.ts';
import type { NewPasskey, OwnedPasskey } from '../../../store/tables/passkeys.ts';
import { Refusal } from '../../refusal.ts';
import type { RelyingParty } from './relying-party.ts';

/** The credential as the browser's `toJSON()` gives it: nothing of it is checked yet. */
export type SentCredential = Readonly<Record<string, unknown>>;

/** The reason is for the log; the client is not told. */
export const invalidPasskey = (reason: string): Refusal => new Refusal('invalid_passkey', {}, reason);

/** Finds the statement that uses up a challenge; undefined for a challenge that is not good. */
type CheckChallenge = (challenge: string) => Statement | undefined;

/** COSE algorithms, in the order of preference: Ed25519, ECDSA with P-256, RSA PKCS#1 (Windows Hello). */
export const ALGORITHMS = [-8, -7, -257];
const SYNCED = 'multiDevice';

/** Loaded when first needed: with its 25 packages it would slow the start of the service down. */
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

/** Keeps the statement of the challenge that the credential answers, which the library alone reads. */
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

/** Not asked of a passkey that a browser made by itself: that its user was present and verified (WebAuthn 3, 7.1). */
const QUIET = { requireUserPresence: false, requireUserVerification: false };

/** What a browser says of the ceremony; nothing of it is verified yet. */
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

/** The challenge that a browser says it has answered. */
export const challengeOf = async (credential: SentCredential): Promise<string> =>
  String((await clientDataOf(credential)).challenge);

/** The library lets most of these pass. No page of ours is framed, so the page around it is foreign. */
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

/** Verifies that the passkey was just used on a page of ours, by an owner whom the device verified. */
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
  // The library does not compare them. Nobody signs the handle, but it must name the owner (WebAuthn 7.2, step 6).
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

/** Verifies a new passkey made on a page of ours, by a device that verified its user unless it was made quietly. */
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
 * Attestation is not requested, and refused if it has certificates: to verify them, the library would fetch revocation
 * lists from addresses that the sender chooses.
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
/** The client names them, and nobody signs them. */
const knownTransports = (sent: unknown): string[] =>
  Array.isArray(sent) ? [...new Set(sent.filter((one) => TRANSPORTS.has(one)).map(String))] : [];
