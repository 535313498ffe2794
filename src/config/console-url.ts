import { isIP } from 'node:net';
import type { SettingValues } from './settings.ts';

type AdminSettings = Pick<SettingValues, 'adminUrl' | 'adminHost' | 'adminPort' | 'frontendUrl' | 'host' | 'port'>;

/** Where browsers find the console. */
export function consoleUrl({ adminUrl, adminHost, adminPort, frontendUrl, host, port }: AdminSettings): string {
  if (adminUrl !== undefined) return adminUrl;
  return adminPort === undefined ? (frontendUrl ?? serviceUrl(host, port)) : serviceUrl(adminHost, adminPort);
}

/** Addresses that `localhost` leads to: clients try the other one if nothing listens on the first. */
const LOCALHOST = ['0.0.0.0', '::', '127.0.0.1', '::1'];

/**
 * The address of a port, for logs and links. Uses localhost for wildcard addresses, which browsers cannot open, and for
 * loopback addresses, at which browsers have no passkeys.
 */
export function serviceUrl(host: string, port: number): string {
  const name = LOCALHOST.includes(host) ? 'localhost' : host;
  return `http://${isIP(name) === 6 ? `[${name}]` : name}:${port}`;
}
