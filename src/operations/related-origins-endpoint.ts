import type { RelyingParty } from '../accounts/passkeys/relying-party.ts';
import { type Endpoint, jsonText } from '../http/endpoint.ts';

/** Related Origin Requests of WebAuthn: the other sites on which browsers may use our passkeys. Without the envelope, because browsers read it. */
export const relatedOriginsEndpoint = (relyingParty: () => RelyingParty): Endpoint => ({
  method: 'GET',
  path: '/.well-known/webauthn',
  answer() {
    const origins = relyingParty().origins.filter((origin) => /^https?:/.test(origin));
    return jsonText(JSON.stringify({ origins }));
  },
});
