import type { UserApps } from '../../../core/user-apps.ts';
import { isoTime } from '../../../lib/iso-time.ts';
import type { OpenId } from '../services.ts';

/** What the core shows of apps. While the feature is off, nobody waits for a login. */
export const createUserApps = (openId: OpenId, isOn: boolean): UserApps => ({
  recordWaiting: async (db, login, email) =>
    isOn ? (await import('./waiting-app.ts')).recordWaitingApp({ db, openId, ...login, email }) : [],
  findWaiting: async (db, userId) =>
    isOn ? (await import('./waiting-app.ts')).findWaitingApp(db, openId, userId) : null,
  usedBy: async (db, userId) =>
    (await (await import('./grant-table.ts')).appsOf(db, userId)).map(
      ({ clientId, name, scopes, grantedAtMs, lastUsedAtMs }) => ({
        id: clientId,
        name,
        scopes: scopes.split(' ').filter(Boolean),
        since: isoTime(grantedAtMs),
        last_used_at: isoTime(lastUsedAtMs),
      }),
    ),
});
