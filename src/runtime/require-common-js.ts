import { createRequire } from 'node:module';

/**
 * For node:http, and for packages whose ES modules import it. For an import Node reads every member of node:http, and WebSocket is one that loads undici,
 * its HTTP client: 14 MB of memory and 25 ms of processor time, and nothing here needs it.
 */
export const requireCommonJs = createRequire(import.meta.url);
