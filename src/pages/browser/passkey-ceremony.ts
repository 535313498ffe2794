import { call, type Reply, refusal } from './api.ts';
import { signalUnknown } from './passkey-signals.ts';

/** Options for `navigator.credentials` besides those of the service. */
interface How {
  readonly mediation?: CredentialMediationRequirement;
  readonly signal?: AbortSignal;
}

/**
 * Lets the user choose a passkey, and sends its signature. If the browser's dialog is closed or times out, the reply
 * has the code `cancelled`.
 */
export async function usePasskey(send: (credential: object) => Promise<Reply>, how: How = {}): Promise<Reply> {
  stopQuietCreation();
  const begun = await call('POST', '/api/login/passkey/options', {});
  if (!begun.ok) return begun;
  const { options } = begun.data as { options: PublicKeyCredentialRequestOptionsJSON };
  const credential = await attempt(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options), ...how }),
  );
  if (!(credential instanceof PublicKeyCredential)) return credential;
  const reply = await send(credential.toJSON());
  if (reply.code === 'unknown_passkey') await signalUnknown(options.rpId ?? '', credential.id);
  return reply;
}

/** Creates a passkey with the options of `POST /api/me/passkeys/options`, and sends it. */
export function makePasskey(begun: Reply, send: (credential: object) => Promise<Reply>): Promise<Reply> {
  stopQuietCreation();
  return make(begun, send);
}

/** Lets the browser create a passkey without asking. This may take any time. */
export function makePasskeyQuietly(begun: Reply, send: (credential: object) => Promise<Reply>): Promise<Reply> {
  quiet = new AbortController();
  return make(begun, send, { mediation: 'conditional', signal: quiet.signal });
}

let quiet: AbortController | undefined;

/** Browsers refuse a second request while one is pending. */
function stopQuietCreation(): void {
  quiet?.abort();
  quiet = undefined;
}

async function make(begun: Reply, send: (credential: object) => Promise<Reply>, how: How = {}): Promise<Reply> {
  if (!begun.ok) return begun;
  const { options } = begun.data as { options: PublicKeyCredentialCreationOptionsJSON };
  const credential = await attempt(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options), ...how }),
  );
  if (!(credential instanceof PublicKeyCredential)) return credential;
  const reply = await send(credential.toJSON());
  // The password manager has already stored it, and would offer a passkey that the service refused.
  if (!reply.ok && reply.code !== 'unreachable') await signalUnknown(options.rp.id ?? '', credential.id);
  return reply;
}

async function attempt(ceremony: () => Promise<Credential | null>): Promise<PublicKeyCredential | Reply> {
  try {
    const credential = await ceremony();
    return credential instanceof PublicKeyCredential ? credential : refusal('cancelled');
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'NotAllowedError' || name === 'AbortError') return refusal('cancelled');
    return refusal(name === 'InvalidStateError' ? 'passkey_on_device' : 'passkey_failed');
  }
}
