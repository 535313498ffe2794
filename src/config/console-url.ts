import { isIP } from 'node:net';
import type { SettingValues } from './settings.ts';

type AdminSettings = Pick<SettingValues, 'adminUrl' | 'adminHost' | 'adminPort' | 'frontendUrl' | 'host' | 'port'>;

/** Where browsers find the console. */
export function consoleUrl({ adminUrl, adminHost, adminPort, frontendUrl, host, port }: AdminSettings): string {
  if (adminUrl !== undefined) return adminUrl;
  return adminPort === undefined ? (frontendUrl ?? serviceUrl(host, port)) : serviceUrl(adminHost, adminPort);
}

/** The address of a port as a browser can open it; a wildcard address cannot be opened. */
export function serviceUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${isIP(name) === 6 ? `[${name}]` : name}:${port}`;
}
