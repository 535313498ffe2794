import { lazy } from '../../api/route.ts';
import { byOutcome, counter } from '../../monitoring/prometheus-text.ts';
import type { Feature } from '../feature.ts';
import { createChallenges } from './challenges.ts';
import { InvalidPasskey, UnknownPasskey } from './declared.ts';
import { relatedOriginsEndpoint } from './related-origins-endpoint.ts';
import { passkeyParty } from './relying-party.ts';
import { PasskeyCredential } from './schemas.ts';
import { otherRpId } from './table.ts';

export const passkeys = {
  name: 'passkeys',
  routes: [
    lazy('POST', '/api/login/passkey/options', () => import('./login-passkey-options.ts')),
    lazy('POST', '/api/login/passkey', () => import('./login-passkey.ts')),
    lazy('POST', '/api/me/passkeys/options', () => import('./add-passkey-options.ts')),
    lazy('POST', '/api/me/passkeys', () => import('./add-passkey.ts')),
    lazy('GET', '/api/me/passkeys', () => import('./list-passkeys.ts')),
    lazy('PUT', '/api/me/passkeys/:id', () => import('./rename-passkey.ts')),
    lazy('DELETE', '/api/me/passkeys/:id', () => import('./remove-passkey.ts')),
  ],
  services: ({ config, dataKeys, nowMs, frontendUrl }) => ({
    passkeys: {
      relyingParty() {
        const { id = '', origins = [] } = passkeyParty(config, frontendUrl()) ?? {};
        return { id, origins, name: config.brand.productName };
      },
      challenges: createChallenges(dataKeys, nowMs),
      counters: { right: 0, wrong: 0, unknown: 0 },
    },
  }),
  // A passkey counts as two factors and replaces the password.
  proof: {
    member: 'passkey',
    schema: PasskeyCredential,
    errors: [InvalidPasskey, UnknownPasskey],
    async prove(services, body, { user, requester }) {
      const credential = body.object('passkey');
      if (!credential) return undefined;
      const { provePasskey } = await import('./prove-passkey.ts');
      return provePasskey(services, credential, requester, user);
    },
  },
  endpoints: ({ services }) => [relatedOriginsEndpoint(services.passkeys.relyingParty)],
  /** Passkeys belong to an RP ID for good: browsers offer none of another RP ID. */
  async started({ services, log }) {
    const { id: rpId } = services.passkeys.relyingParty();
    const other = await otherRpId(services.db, rpId);
    if (other === undefined) return;
    log.warn(
      { rpId, other },
      'there are passkeys of another PASSKEY_RP_ID: they no longer work, and their owners need new ones',
    );
  },
  metrics: ({ passkeys: { counters } }) => [
    counter(
      'latchkey_passkeys_total',
      'Passkeys used to log in or to confirm a login, by outcome.',
      byOutcome(counters),
    ),
  ],
} as const satisfies Feature;
