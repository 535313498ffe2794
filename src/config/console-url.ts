import { isIP } from 'node:net';
import type { SettingValues } from './settings.ts';

type AdminSettings = Pick<SettingValues, 'adminUrl' | 'adminHost' | 'adminPort' | 'frontendUrl' | 'host' | 'port'>;

/** Where browsers find the console. */
export function consoleUrl({ adminUrl, adminHost, adminPort, frontendUrl, host, port }: AdminSettings): string {
  if (adminUrl !== undefined) return adminUrl;
  return adminPort === undefined ? (frontendUrl ?? serviceUrl(host, port)) : serviceUrl(adminHost, adminPort);
}

/** Addresses of this machine that `localhost` leads to: clients try its other address when one is not listened on. */
const LOCALHOST = ['0.0.0.0', '::', '127.0.0.1', '::1'];

/**
 * The address of a port for logs and links. A wildcard address cannot be opened in a browser, and browsers have no
 * passkeys at an IP address: both are called localhost.
 */
export function serviceUrl(host: string, port: number): string {
  const name = LOCALHOST.includes(host) ? 'localhost' : host;
  return `http://${isIP(name) === 6 ? `[${name}]` : name}:${port}`;
}
