import { lazy } from '../../api/route.ts';
import type { Feature } from '../feature.ts';
import { mailedCode } from './email-code.ts';

export const emailLogin = {
  name: 'emailLogin',
  routes: [
    lazy('POST', '/api/login/email', () => import('./send-login-code.ts')),
    lazy('POST', '/api/login/email/confirm', () => import('./login-email.ts')),
  ],
  mailedCodes: ({ dataKeys }) => ({ login_code: mailedCode(dataKeys) }),
} as const satisfies Feature;
