import type { Endpoint } from '../http/endpoint.ts';
import { CLAIM_PATH, CONSOLE_SCREENS } from './console-paths.ts';
import { type PageSettings, pageEndpoint } from './page-endpoints.ts';

/**
 * The console: one document for each screen, the same for everybody. It holds nothing but the frame and its texts; what is in the database
 * comes from the operations under /api/admin, which judge who asks.
 */
export const adminPageEndpoints = (settings: PageSettings): Endpoint[] => [
  ...Object.values(CONSOLE_SCREENS).map(({ path, page }) => pageEndpoint({ path, name: page }, settings)),
  pageEndpoint({ path: CLAIM_PATH, name: 'admin/claim' }, settings),
];
