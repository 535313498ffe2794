import { openTabs } from '../../../client/src/tabs.ts';
import { basePath } from './base-path.ts';

export type { EndReason, Farewell } from '../../../client/src/session-types.ts';

export const tabs = openTabs(`latchkey.session${basePath()}`);
export const { tell: tellTabs, hear: hearTabs } = tabs;
