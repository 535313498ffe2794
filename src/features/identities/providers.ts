import type { Provider } from './provider.ts';
import { apple } from './providers/apple.ts';
import { gitHub } from './providers/github.ts';
import { google } from './providers/google.ts';
import { microsoft } from './providers/microsoft.ts';
import { openId } from './providers/openid.ts';
import type { ProviderSettings } from './settings.ts';

export function providerOf(settings: ProviderSettings): Provider {
  switch (settings.kind) {
    case 'google':
      return google(settings);
    case 'microsoft':
      return microsoft(settings);
    case 'github':
      return gitHub(settings);
    case 'apple':
      return apple(settings);
    case 'openid':
      return openId(settings);
  }
}
