import { createRequire } from 'node:module';

/**
 * For node:http, and for packages whose ES modules import it. For an import Node reads every member of node:http, and WebSocket is one that loads undici,
 * its HTTP client: a sixth of the processor time of a start, and 3 to 6 MB of memory. Nothing here needs it.
 */
export const requireCommonJs = createRequire(import.meta.url);
