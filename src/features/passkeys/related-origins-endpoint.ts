import { type Endpoint, jsonText } from '../../http/endpoint.ts';
import type { RelyingParty } from './services.ts';

/** Related Origin Requests of WebAuthn: other sites that may use these passkeys. Browsers expect no envelope. */
export const relatedOriginsEndpoint = (relyingParty: () => RelyingParty): Endpoint => ({
  method: 'GET',
  path: '/.well-known/webauthn',
  answer() {
    const origins = relyingParty().origins.filter((origin) => /^https?:/.test(origin));
    return jsonText(JSON.stringify({ origins }));
  },
});
