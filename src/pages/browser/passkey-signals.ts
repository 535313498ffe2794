import type { Passkeys } from '../../../client/src/operations.ts';
import { call, type Reply } from './api.ts';
import { passkeysWork } from './passkey-support.ts';

interface Owner {
  readonly email: string;
  readonly full_name: string;
}

/** True if the browser can inform password managers of existing passkeys (Signal API). */
export const canSignal: boolean =
  passkeysWork &&
  'signalAllAcceptedCredentials' in PublicKeyCredential &&
  'signalCurrentUserDetails' in PublicKeyCredential;

/** Lets password managers forget removed passkeys and show the current name and address. */
export async function signalPasskeys({ rp_id: rpId, user_handle, passkeys }: Passkeys, owner: Owner): Promise<void> {
  if (!canSignal || user_handle === null) return;
  const allAcceptedCredentialIds = passkeys.map(({ credential_id }) => credential_id);
  try {
    await PublicKeyCredential.signalAllAcceptedCredentials({ rpId, userId: user_handle, allAcceptedCredentialIds });
    const { email: name, full_name: displayName } = owner;
    await PublicKeyCredential.signalCurrentUserDetails({ rpId, userId: user_handle, name, displayName });
  } catch {
    // The RP ID does not cover this address; the next login signals again.
  }
}

/** For an unknown credential: the password manager stops offering it. */
export async function signalUnknown(rpId: string, credentialId: string): Promise<void> {
  if (!passkeysWork || !('signalUnknownCredential' in PublicKeyCredential)) return;
  try {
    await PublicKeyCredential.signalUnknownCredential({ rpId, credentialId });
  } catch {
    // The RP ID does not cover this address.
  }
}

const MAX_WAIT_MS = 1000;

/** Call after a login, with its answer. Does not delay leaving the page for long. */
export async function signalAfterLogin(login: Reply): Promise<void> {
  if (!canSignal) return;
  const { access_token: token, user } = login.data as { access_token: string; user: Owner };
  const tell = async () => {
    const listed = await call('GET', '/api/me/passkeys', { token });
    if (listed.ok) await signalPasskeys(listed.data as Passkeys, user);
  };
  await Promise.race([tell(), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
}
