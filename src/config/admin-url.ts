import { isIP } from 'node:net';
import type { Config } from './config.ts';

/** Where browsers find the console: FRONTEND_URL, or the service's own address. */
export function adminUrl({ frontendUrl, host, port }: Pick<Config, 'frontendUrl' | 'host' | 'port'>): string {
  return frontendUrl ?? serviceUrl(host, port);
}

/** The address of a port as a browser can open it; a wildcard address cannot be opened. */
export function serviceUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${isIP(name) === 6 ? `[${name}]` : name}:${port}`;
}
