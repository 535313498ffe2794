import { admin } from '../../api/route.ts';
import { byOutcome, counter, labels, sharedGauge } from '../../monitoring/prometheus-text.ts';
import type { Feature } from '../feature.ts';
import { createApiKeys } from './authorize.ts';
import { countStates } from './table.ts';

const EXPIRING_MS = 7 * 86_400_000;

export const apiKeys = {
  name: 'apiKeys',
  routes: [
    admin('GET', '/api/admin/api-keys', () => import('./admin-list-api-keys.ts'), 'adminListApiKeys'),
    admin('POST', '/api/admin/api-keys', () => import('./admin-create-api-key.ts'), 'adminCreateApiKey'),
    admin('DELETE', '/api/admin/api-keys/:id', () => import('./admin-revoke-api-key.ts'), 'adminRevokeApiKey'),
  ],
  services: () => ({ apiKeys: createApiKeys() }),
  metrics: ({ apiKeys: { counters = {} } = {} }) => [
    counter('latchkey_api_key_requests_total', 'Requests with an API key, by outcome.', byOutcome(counters)),
  ],
  gauges: async (db) => {
    const keys = await countStates(db, EXPIRING_MS);
    return [
      sharedGauge(
        'latchkey_api_keys',
        'API keys: valid, expiring within a week, and expired but not removed.',
        (['valid', 'expiring', 'expired'] as const).map((state) => [labels({ state }), keys[state]] as const),
      ),
    ];
  },
} as const satisfies Feature;
