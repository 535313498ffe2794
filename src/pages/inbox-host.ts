import { isIP } from 'node:net';
import { ApiError } from '../http/api-error.ts';
import { ForeignHost } from '../http/errors.ts';

/**
 * Refuses a request for the developer's inbox under a name that is not ours. A site that a developer visits can make its own name
 * lead to this machine (DNS rebinding) and would then read the inbox as if it were its own. An IP address cannot be taken over so.
 */
export function refuseForeignHost(host: string | undefined, ownNames: readonly string[]): void {
  const name = URL.parse(`http://${host}`)?.hostname ?? '';
  const isAddress = isIP(name.replace(/^\[|\]$/g, '')) !== 0;
  if (isAddress || name === 'localhost' || name.endsWith('.localhost') || ownNames.includes(name)) return;
  throw new ApiError(ForeignHost);
}
