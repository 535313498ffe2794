import type { ProviderSettings } from '../config/identity-settings.ts';
import type { Provider } from './provider.ts';
import { google } from './providers/google.ts';
import { openId } from './providers/openid.ts';

export const providerOf = (settings: ProviderSettings): Provider =>
  settings.kind === 'google' ? google(settings) : openId(settings);
