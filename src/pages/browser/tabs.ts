import { openTabs } from '../../../client/src/tabs.ts';

export type { EndReason, Farewell } from '../../../client/src/session-types.ts';

export const tabs = openTabs('latchkey.session');
export const { tell: tellTabs, hear: hearTabs } = tabs;
