import { admin, feature, lazy } from '../../api/route.ts';
import { isWithin } from '../../lib/is-within.ts';
import { openIdPages } from '../../pages/openid-pages.ts';
import type { Feature } from '../feature.ts';
import { createUserApps } from './apps/user-apps.ts';
import { clientPolicyOf } from './clients/client-policy.ts';
import { OpenIdIsOff } from './declared.ts';
import { createOpenId } from './provider/create-openid.ts';
import { openIdEndpoints } from './provider/endpoints.ts';
import { DISCOVERY } from './provider/paths.ts';
import { loginAtAppEndpoint } from './test-login/endpoint.ts';

const clients = () => import('./clients/admin-clients.ts');

export const openId = {
  name: 'openId',
  routes: [
    lazy('GET', '/api/openid/interactions/:uid', () => import('./interactions/get-interaction.ts')),
    lazy('POST', '/api/openid/interactions/:uid', () => import('./interactions/answer-interaction.ts')),
    lazy('POST', '/api/openid/interactions/:uid/consent', () => import('./interactions/answer-consent.ts')),
    lazy('GET', '/api/me/apps', () => import('./apps/list-apps.ts')),
    lazy('DELETE', '/api/me/apps/:id', () => import('./apps/remove-app.ts')),
    ...feature('admin', [
      admin('GET', '/api/admin/clients', clients, 'adminListClients'),
      admin('POST', '/api/admin/clients', clients, 'adminAddClient'),
      admin('GET', '/api/admin/clients/:id', clients, 'adminGetClient'),
      admin('PUT', '/api/admin/clients/:id', clients, 'adminChangeClient'),
      admin('DELETE', '/api/admin/clients/:id', clients, 'adminRemoveClient'),
      admin('POST', '/api/admin/clients/:id/secret', clients, 'adminRotateClientSecret'),
    ]),
  ],
  services: ({ config, db, signingKeys, nowMs, log, frontendUrl }) => {
    const openId = createOpenId({
      db,
      keys: signingKeys,
      nowMs,
      log,
      mcpResources: config.mcpResources,
      isAddressAllowed: isWithin(config.deliveryNetworks),
      basePath: config.basePath,
      fields: config.fields,
      secondFactorPolicy: config.secondFactor,
      issuer: () => (config.tokenIssuerIsChecked ? config.tokenIssuer : frontendUrl()),
      accessTokenTtlMs: config.accessTokenTtlMs,
      refreshTokenTtlMs: config.refreshTokenTtlMs,
      sessionTtlMs: config.features.manySessions ? config.sessionLifetimeMs : config.refreshTokenTtlMs,
    });
    const apps = createUserApps(openId, config.features.openId);
    return { openId, apps, clientPolicy: () => clientPolicyOf(config, frontendUrl()) };
  },
  endpoints: ({ config, services: { openId, db }, pages }) =>
    pages ? openIdEndpoints({ openId, db, production: config.production, pages: openIdPages(pages) }) : [],
  whenOff: { paths: DISCOVERY, error: OpenIdIsOff },
  started: async (parts) => (await import('./logout/start-deliveries.ts')).startDeliveries(parts),
  forTests: {
    endpoints: (parts) => [loginAtAppEndpoint(parts)],
    keptTables: ['openid_clients'],
    readsGlobalClock: true,
  },
} as const satisfies Feature;
