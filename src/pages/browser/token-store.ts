import { createTokenStore } from '../../../client/src/token-store.ts';
import { basePath } from './base-path.ts';
import { storageOf } from './storage.ts';

const tab = storageOf('sessionStorage');
const device = storageOf('localStorage');

/** Where it cannot be remembered from one page to the next, nobody can be logged in. */
export const canRemember = tab !== undefined && device !== undefined;

/**
 * In the tab, and gone with it, unless the person asked to be kept logged in on this device. All services of a host
 * share its storage: each has a name of its own there.
 */
export const tokenStore = createTokenStore(`latchkey.refresh-token${basePath()}`, tab, device);
export const { isKept } = tokenStore;
