import { isIP } from 'node:net';
import { isWithin } from './is-within.ts';

/** Loopback, private and link-local networks, which do not reveal a client's location. */
const isLocal = isWithin([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::/127',
  'fc00::/7',
  'fe80::/10',
]);

/**
 * The network of a public IP address: `203.0.113.x` or `2001:db8:85a3:x`. Enough to recognise one's own provider, too
 * little to identify a person. Undefined for local addresses and for anything that is not an address.
 */
export function coarseNetwork(address: string | null): string | undefined {
  const family = isIP(address ?? '');
  if (address === null || family === 0 || isLocal(address)) return undefined;
  if (family === 4) return `${address.split('.').slice(0, 3).join('.')}.x`;
  const [head = ''] = address.split('::', 1);
  return `${[...head.split(':'), '0', '0'].slice(0, 3).join(':')}:x`;
}
