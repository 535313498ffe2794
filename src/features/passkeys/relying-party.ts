import { consoleUrl } from '../../config/console-url.ts';
import type { SettingValues } from '../../config/settings.ts';
import { frontendOf, isWithin, localised, rpIdAt } from './declared.ts';
import type { RelyingParty } from './services.ts';

type RpSettings = Pick<
  SettingValues,
  'passkeyRpId' | 'passkeyOrigins' | 'frontendUrl' | 'host' | 'port' | 'adminUrl' | 'adminHost' | 'adminPort'
>;

/** `frontendUrl` is the address of the pages; by default it comes from the settings. */
export function passkeyParty(
  settings: RpSettings,
  frontendUrl = frontendOf(settings),
): Omit<RelyingParty, 'name'> | undefined {
  const id = settings.passkeyRpId ?? rpIdAt(frontendUrl);
  if (id === undefined) return undefined;
  const origins = [localised(frontendUrl).origin, ...settings.passkeyOrigins, ...consoleOrigin(settings, id)];
  return { id, origins: [...new Set(origins)] };
}

/** The origin of the console, where administrators log in. Browsers offer passkeys only at the RP ID or below it. */
function consoleOrigin(settings: RpSettings, rpId: string): string[] {
  if (settings.adminUrl === undefined && settings.adminPort === undefined) return [];
  const { hostname, origin } = localised(consoleUrl(settings));
  return isWithin(hostname, rpId) ? [origin] : [];
}
