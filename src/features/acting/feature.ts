import { admin, feature, lazy } from '../../api/route.ts';
import type { Feature } from '../feature.ts';
import { actingConditions } from './act-as-user.ts';

export const acting = {
  name: 'actAsUser',
  routes: feature('admin', [
    admin('POST', '/api/admin/users/:id/act-as', () => import('./admin-act-as-user.ts'), 'adminActAsUser'),
    lazy('POST', '/api/act-as/end', () => import('./end-acting.ts')),
  ]),
  services: ({ config }) => ({
    actAsUserMs: config.actAsUserLifetimeMs,
    ...(config.features.actAsUser && { actingConditions }),
  }),
} as const satisfies Feature;
