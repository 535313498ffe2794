import { text } from '../../api/json-schema.ts';
import { admin, feature, lazy } from '../../api/route.ts';
import { withSecondFactor } from '../../core/factors/prove-second-factor.ts';
import { clientNetwork } from '../../http/client-address.ts';
import { counter, labels } from '../../monitoring/prometheus-text.ts';
import type { Feature } from '../feature.ts';
import { InvalidIdentity, ProviderNotFound } from './errors.ts';
import { listIdentities } from './own-identities.ts';
import { postedCallback } from './posted-callback.ts';
import { proveOwner } from './prove-identity.ts';
import { createProviderFlow } from './provider-flow.ts';
import { createProviderFetch } from './provider-metadata.ts';
import { providerOf } from './providers.ts';
import { identityProvidersOf } from './settings.ts';
import { boundTo } from './tickets.ts';

export const identities = {
  name: 'identities',
  routes: [
    lazy('GET', '/api/identity/providers', () => import('./list-identity-providers.ts')),
    lazy('POST', '/api/identity/begin', () => import('./begin-identity.ts')),
    lazy('POST', '/api/identity/finish', () => import('./finish-identity.ts')),
    lazy('POST', '/api/login/identity', () => import('./login-identity.ts')),
    {
      ...lazy('POST', '/api/register/identity', () => import('./register-identity.ts')),
      listedWith: 'registration',
    },
    lazy('POST', '/api/reauthenticate/identity', () => import('./begin-confirming.ts')),
    lazy('GET', '/api/me/identities', () => import('./list-identities.ts')),
    lazy('POST', '/api/me/identities', () => import('./link-identity.ts')),
    lazy('POST', '/api/me/identities/begin', () => import('./begin-linking.ts')),
    lazy('DELETE', '/api/me/identities/:id', () => import('./unlink-identity.ts')),
  ],
  always: feature('admin', [
    admin(
      'DELETE',
      '/api/admin/users/:id/identities/:identity',
      () => import('./admin-unlink-user-identity.ts'),
      'adminUnlinkUserIdentity',
    ),
  ]),
  services({ config, providerFetch, ...parts }) {
    const flow = createProviderFlow({
      ...parts,
      providers: identityProvidersOf(config).map(providerOf),
      clientAt: clientNetwork,
      fetch: providerFetch ?? createProviderFetch(config),
    });
    return {
      identities: flow,
      identityLinking: config.identityLinking,
      providerLogins: {
        providers: flow.list(),
        listOf: (db, user) => listIdentities({ db, identities: flow }, user),
      },
    };
  },
  proof: {
    member: 'identity',
    schema: text('The ticket of a login started by `POST /api/reauthenticate/identity`.'),
    errors: [InvalidIdentity, ProviderNotFound],
    async prove(services, body, { user, sessionId, requester }) {
      const sealed = body.rawText('identity');
      if (sealed === '') return undefined;
      const ticket = services.identities.readTicket(sealed, boundTo({ purpose: 'confirm', sessionId }));
      const first = await proveOwner(services, ticket, requester, user);
      return withSecondFactor(services, first, body.text('code'));
    },
  },
  endpoints: ({ config }) => (config.features.pages ? [postedCallback(config.basePath)] : []),
  metrics: ({ identities: { counts } }) => [
    counter(
      'latchkey_provider_logins_total',
      'Logins, links and confirmations with other providers, by outcome.',
      counts().map(({ count, ...by }) => [labels(by), count]),
    ),
  ],
} as const satisfies Feature;
