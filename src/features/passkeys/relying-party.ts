import { isIP } from 'node:net';
import { consoleUrl } from '../../config/console-url.ts';
import type { SettingValues } from '../../config/settings.ts';
import { isLoopbackAddress } from '../../lib/loopback.ts';

type RpSettings = Pick<
  SettingValues,
  'passkeyRpId' | 'passkeyOrigins' | 'frontendUrl' | 'host' | 'port' | 'adminUrl' | 'adminHost' | 'adminPort'
>;

/** The RP ID of WebAuthn, and the origins where passkeys may be used. */
interface PasskeyParty {
  readonly id: string;
  readonly origins: readonly string[];
}

const ANY_ADDRESS = ['0.0.0.0', '::'];

/**
 * An IP address cannot be an RP ID: a loopback address becomes `localhost`, any other needs PASSKEY_RP_ID.
 * `frontendUrl` is the address of the pages; by default it comes from the settings.
 */
export function passkeyParty(settings: RpSettings, frontendUrl = frontendOf(settings)): PasskeyParty | undefined {
  const url = new URL(frontendUrl);
  if (isLoopbackAddress(url.hostname)) url.hostname = 'localhost';
  const isAddress = isIP(url.hostname.replaceAll(/[[\]]/g, '')) !== 0;
  const id = settings.passkeyRpId ?? (isAddress ? undefined : url.hostname);
  if (id === undefined) return undefined;
  return { id, origins: [...new Set([url.origin, ...settings.passkeyOrigins, ...consoleOrigin(settings, id)])] };
}

/** The origin of the console, where administrators log in. Browsers offer passkeys only at the RP ID or below it. */
function consoleOrigin(settings: RpSettings, rpId: string): string[] {
  if (settings.adminUrl === undefined && settings.adminPort === undefined) return [];
  const url = new URL(consoleUrl(settings));
  if (isLoopbackAddress(url.hostname)) url.hostname = 'localhost';
  return isWithin(url.hostname, rpId) ? [url.origin] : [];
}

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/** FRONTEND_URL, or the service's own address. */
function frontendOf({ frontendUrl, host }: RpSettings): string {
  if (frontendUrl !== undefined) return frontendUrl;
  if (ANY_ADDRESS.includes(host)) return 'http://localhost';
  return `http://${isIP(host) === 6 ? `[${host}]` : host}`;
}

const ELSE = 'otherwise name the origins of the pages in PASSKEY_ORIGINS';

/** Why browsers would refuse PASSKEY_RP_ID on the pages; undefined if they accept it or other origins are listed. */
export function faultOfRpId(settings: RpSettings): string | undefined {
  const { passkeyRpId: id, passkeyOrigins } = settings;
  if (id === undefined || passkeyOrigins.length > 0) return undefined;
  const { hostname } = new URL(passkeyParty(settings)?.origins[0] ?? '');
  if (isWithin(hostname, id)) return undefined;
  return `must be the host of FRONTEND_URL, ${hostname}, or a domain above it; ${ELSE}`;
}
