import type { Passkeys } from '../../operations/factors/schemas.ts';
import type { TypeOf } from '../../operations/json-schema.ts';
import { call, type Reply } from './api.ts';
import { passkeysWork } from './passkey-support.ts';

/** The answer of `GET /api/me/passkeys`. */
type PasskeyList = TypeOf<typeof Passkeys>;

interface Owner {
  readonly email: string;
  readonly full_name: string;
}

/** Whether password managers can be told which passkeys there are, and whose (the Signal API of browsers). */
export const canSignal: boolean =
  passkeysWork &&
  'signalAllAcceptedCredentials' in PublicKeyCredential &&
  'signalCurrentUserDetails' in PublicKeyCredential;

/** Password managers forget passkeys that were removed, and show the present name and address beside the others. */
export async function signalPasskeys({ rp_id: rpId, user_handle, passkeys }: PasskeyList, owner: Owner): Promise<void> {
  if (!canSignal || user_handle === null) return;
  const allAcceptedCredentialIds = passkeys.map(({ credential_id }) => credential_id);
  try {
    await PublicKeyCredential.signalAllAcceptedCredentials({ rpId, userId: user_handle, allAcceptedCredentialIds });
    const { email: name, full_name: displayName } = owner;
    await PublicKeyCredential.signalCurrentUserDetails({ rpId, userId: user_handle, name, displayName });
  } catch {
    // The page is at an address that the RP ID does not cover; it is told again with the next login.
  }
}

/** For a credential that nobody has: the password manager stops offering it. */
export async function signalUnknown(rpId: string, credentialId: string): Promise<void> {
  if (!passkeysWork || !('signalUnknownCredential' in PublicKeyCredential)) return;
  try {
    await PublicKeyCredential.signalUnknownCredential({ rpId, credentialId });
  } catch {
    // As above.
  }
}

const MAX_WAIT_MS = 1000;

/** After a login, with its answer. The page is about to be left, but does not wait for long. */
export async function signalAfterLogin(login: Reply): Promise<void> {
  if (!canSignal) return;
  const { access_token: token, user } = login.data as { access_token: string; user: Owner };
  const tell = async () => {
    const listed = await call('GET', '/api/me/passkeys', { token });
    if (listed.ok) await signalPasskeys(listed.data as PasskeyList, user);
  };
  await Promise.race([tell(), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
}
