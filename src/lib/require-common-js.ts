import { createRequire } from 'node:module';

/**
 * Loads node:http, and packages whose ES modules import it: an import would read every member, and WebSocket loads
 * undici, Node's HTTP client. That costs 17 % of a start's CPU time and 3 to 6 MB for nothing.
 */
export const requireCommonJs = createRequire(import.meta.url);
