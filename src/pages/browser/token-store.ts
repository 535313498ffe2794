import { createTokenStore } from '../../../client/src/token-store.ts';
import { basePath } from './base-path.ts';
import { storageOf } from './storage.ts';

const tab = storageOf('sessionStorage');
const device = storageOf('localStorage');

/** Whether the browser allows storage, without which nobody can be logged in. */
export const canRemember = tab !== undefined && device !== undefined;

/**
 * Stored in the tab, or on the device if the user asked to stay logged in. All services of a host share its storage, so
 * the name includes the path.
 */
export const tokenStore = createTokenStore(`latchkey.refresh-token${basePath()}`, tab, device);
export const { isKept } = tokenStore;
