import { lazy } from '../../api/route.ts';
import type { Feature } from '../feature.ts';
import { createCodeProver } from './prove-code.ts';

export const authenticator = {
  name: 'authenticatorApps',
  routes: [
    lazy('POST', '/api/me/totp', () => import('./add-totp.ts')),
    lazy('POST', '/api/me/totp/confirm', () => import('./confirm-totp.ts')),
    lazy('DELETE', '/api/me/totp', () => import('./remove-totp.ts')),
    lazy('POST', '/api/me/recovery-codes', () => import('./renew-recovery-codes.ts')),
  ],
  services: ({ config: { maxFailedCodes }, dataKeys, nowMs }) => ({
    codes: createCodeProver({ maxFailedCodes, dataKeys, nowMs }),
  }),
} as const satisfies Feature;
